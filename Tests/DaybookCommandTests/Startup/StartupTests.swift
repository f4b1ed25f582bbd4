#if os(Linux)
  import Foundation
  import Testing

  /// What `capture` touches: it is typed in the middle of something else, and must not wait for
  /// anything it does not need.
  struct StartupTests {
    private let lab: Lab

    init() throws {
      lab = try Lab()
      try lab.capture("store", "first")
    }

    private func trace(_ words: String...) throws -> Trace {
      try Tracer.run(
        [Program.path] + words + ["--store", lab("store")],
        environment: ["HOME=\(lab.path)", "TMPDIR=\(lab.path)", "TZ=:/etc/localtime"])
    }

    /// The paths that are the store's own, from the store's folder down.
    private func own(_ trace: Trace) -> [String] {
      trace.opened.filter { $0.hasPrefix(lab.path) }
        .map { String($0.dropFirst(lab("store").count)) }
    }

    /// The paths that are neither the store's nor code to run.
    private func others(_ trace: Trace) -> Set<String> {
      Set(
        trace.opened.filter { path in
          let name = path.split(separator: "/").last ?? ""
          let isCode = name.contains(".so") || name == "ld.so.cache"
          return !path.hasPrefix(lab.path) && !isCode
        })
    }

    @Test(.enabled(if: Tracer.isPermitted, "no program may follow another here"))
    func `capture opens the store and the time zone, no socket, and nothing twice but the lock`()
      throws
    {
      let trace = try trace("capture", "second")
      #expect(trace.status == 0)
      #expect(trace.sockets == 0)
      #expect(trace.started == 0)
      let counts = own(trace).reduce(into: [:]) { $0[$1, default: 0] += 1 }
      #expect(
        Set(counts.keys).isSubset(of: ["", "/data.mdb", "/lock.mdb", "/writer.lock", "/witness"]))
      // To look at its header, to map it, and to write to it durably.
      #expect(counts["/data.mdb"] ?? 0 <= 3, "\(counts)")
      #expect(counts["/lock.mdb"] ?? 0 <= 2, "\(counts)")
      #expect(counts["/witness"] ?? 0 <= 2, "\(counts)")
      #expect(own(trace).count <= 9, "\(counts)")
      // What the language's runtime looks at when it starts, the time zone, and on which machine
      // the store lies, by which a copy is noticed.
      let usual: Set = [
        "/proc/self/maps", "/sys/devices/system/cpu/possible", "/etc/localtime",
        "/usr/share/zoneinfo/localtime", "/etc/machine-id", "/var/lib/dbus/machine-id",
      ]
      #expect(others(trace).isSubset(of: usual), "\(others(trace).subtracting(usual))")
      #expect(try lab.list("store").total == 2)
    }

    @Test(.enabled(if: Tracer.isPermitted, "no program may follow another here"))
    func `the tracer sees files, sockets and processes where there are some`() throws {
      let script = """
        cat \(lab.path)/no-such-file; exec 3<>/dev/udp/127.0.0.1/9
        """
      let trace = try Tracer.run(["/bin/bash", "-c", script], environment: ["PATH=/usr/bin:/bin"])
      #expect(trace.opened.contains("\(lab.path)/no-such-file"))
      #expect(trace.sockets >= 1)
      #expect(trace.started == 1)
    }

    @Test func `with its store open, capture holds the store's files and no other`() throws {
      // It waits for its text with the store open.
      let waiting = try RunningCommand(
        ["/bin/sh", "-c", "sleep 20 | \"$DAYBOOK\" capture x --body - --store \"$STORE\""],
        ["DAYBOOK=\(Program.path)", "STORE=\(lab("store"))", "PATH=/usr/bin:/bin"],
        streams: lab("stream"))
      defer { waiting.end() }
      var held: Set<String> = []
      for _ in 0..<200 where !held.contains(where: { $0.hasSuffix("/data.mdb") }) {
        usleep(25_000)
        held = descriptors(ofChildOf: waiting.process)
      }
      // What the shell that started it holds as well was open before it.
      let names = held.subtracting(descriptors(of: "\(waiting.process)")).filter {
        !$0.hasPrefix("pipe:")
      }
      let allowed = ["", "/data.mdb", "/lock.mdb", "/writer.lock", "/witness"]
      #expect(names.contains(lab("store/data.mdb")))
      let others = names.subtracting(allowed.map { lab("store" + $0) })
      #expect(others.isEmpty, "\(others.prefix(5))")
    }

    /// What the descriptors of a process's `daybook` stand for.
    private func descriptors(ofChildOf parent: pid_t) -> Set<String> {
      let manager = FileManager.default
      // A process may have gone between the listing and the look at it.
      let children = try? String(
        contentsOfFile: "/proc/\(parent)/task/\(parent)/children", encoding: .utf8)
      for child in (children ?? "").split(separator: " ") {
        // It may have gone.
        let program = try? manager.destinationOfSymbolicLink(atPath: "/proc/\(child)/exe")
        guard program?.hasSuffix("daybook") ?? false else { continue }
        return descriptors(of: String(child))
      }
      return []
    }

    /// What the descriptors of a process stand for.
    private func descriptors(of process: String) -> Set<String> {
      let manager = FileManager.default
      // A descriptor may be closed between the listing and the look at it.
      let names = (try? manager.contentsOfDirectory(atPath: "/proc/\(process)/fd")) ?? []
      return Set(
        names.compactMap {
          // The same.
          try? manager.destinationOfSymbolicLink(atPath: "/proc/\(process)/fd/\($0)")
        })
    }
  }
#endif
