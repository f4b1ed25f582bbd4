import DaybookSystem

/// What makes the system run `sync --watch` from login on.
struct SyncService {
  /// The program, and what it is told.
  let words: [String]

  /// The file for the system that this program was built for, and where it belongs.
  var file: (text: String, path: String, start: String) {
    #if os(macOS)
      (
        launchAgent, "~/Library/LaunchAgents/daybook-sync.plist",
        "launchctl load ~/Library/LaunchAgents/daybook-sync.plist"
      )
    #else
      (
        unit, "~/.config/systemd/user/daybook-sync.service",
        "systemctl --user enable --now daybook-sync"
      )
    #endif
  }

  /// A unit for systemd.
  var unit: String {
    """
    [Unit]
    Description=Daybook keeps in step with its remotes

    [Service]
    ExecStart=\(words.map(Self.systemdWord).joined(separator: " "))
    Restart=on-failure
    RestartSec=60
    Nice=10

    [Install]
    WantedBy=default.target
    """
  }

  /// A property list for launchd.
  var launchAgent: String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
    "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
      <key>Label</key><string>daybook-sync</string>
      <key>ProgramArguments</key>
      <array>
    \(words.map { "    <string>\(Self.escaped($0))</string>" }.joined(separator: "\n"))
      </array>
      <key>RunAtLoad</key><true/>
      <key>KeepAlive</key><dict><key>SuccessfulExit</key><false/></dict>
      <key>ProcessType</key><string>Background</string>
    </dict>
    </plist>
    """
  }

  /// A word as systemd reads it back: quoted, with what it would replace doubled.
  private static func systemdWord(_ word: String) -> String {
    let escaped = word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("%", with: "%%").replacing("$", with: "$$")
    return "\"\(escaped)\""
  }

  private static func escaped(_ word: String) -> String {
    word.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
