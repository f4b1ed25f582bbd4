import DaybookSystem
import Testing

/// Another program on the same store, written in Python over the C library itself.
enum OtherProcess {
  /// Whether this machine can run one.
  static let isAvailable =
    // Without Python the tests that need it are skipped.
    (try? ChildProcess.run("python3", ["-c", prelude]))?.isSuccess ?? false

  private static let prelude = """
    import ctypes, fcntl, os, sys
    lmdb = ctypes.CDLL("liblmdb.so.0")
    class Value(ctypes.Structure):
        _fields_ = [("size", ctypes.c_size_t), ("data", ctypes.c_char_p)]
    def value(b): return ctypes.byref(Value(len(b), b))
    def check(code):
        if code: sys.exit("LMDB returned %d" % code)
    def opened(path, size):
        env = ctypes.c_void_p()
        check(lmdb.mdb_env_create(ctypes.byref(env)))
        check(lmdb.mdb_env_set_maxdbs(env, 64))
        if size: check(lmdb.mdb_env_set_mapsize(env, ctypes.c_size_t(size)))
        check(lmdb.mdb_env_open(env, path.encode(), 0x200000, 0o600))
        return env
    def begun(env, flags=0):
        txn = ctypes.c_void_p()
        check(lmdb.mdb_txn_begin(env, None, flags, ctypes.byref(txn)))
        return txn
    def table(txn, name, flags=0):
        dbi = ctypes.c_uint()
        check(lmdb.mdb_dbi_open(txn, name, flags, ctypes.byref(dbi)))
        return dbi

    """

  /// Starts a script; `arguments` are its `sys.argv[1:]`.
  static func start(_ script: String, _ arguments: String...) throws -> ChildProcess {
    try ChildProcess(starting: "python3", ["-c", prelude + script] + arguments)
  }

  /// Runs a script to its end.
  static func run(_ script: String, _ arguments: String...) throws {
    let process = try ChildProcess(
      starting: "python3", ["-c", prelude + script] + arguments)
    process.closeInput()
    #expect(try process.wait() == .status(0))
  }

  /// Puts 4 MiB under keys of 4 bytes, in a map of 64 MiB.
  static let grow = """
    env = opened(sys.argv[1], 64 << 20)
    txn = begun(env)
    notes = table(txn, b"notes")
    for n in range(4096):
        check(lmdb.mdb_put(txn, notes, value(b"g%03x" % n), value(b"x" * 1000), 0))
    check(lmdb.mdb_txn_commit(txn))
    lmdb.mdb_env_close(env)
    """

  /// Removes the table named second.
  static let removeTable = """
    env = opened(sys.argv[1], 0)
    txn = begun(env)
    check(lmdb.mdb_drop(txn, table(txn, sys.argv[2].encode()), 1))
    check(lmdb.mdb_txn_commit(txn))
    lmdb.mdb_env_close(env)
    """

  /// Makes the table named second, with one row.
  static let makeTable = """
    env = opened(sys.argv[1], 0)
    txn = begun(env)
    made = table(txn, sys.argv[2].encode(), 0x40000)
    check(lmdb.mdb_put(txn, made, value(b"k"), value(b"theirs"), 0))
    check(lmdb.mdb_txn_commit(txn))
    lmdb.mdb_env_close(env)
    """

  /// Takes the writer lock as this module does, says so, and keeps it until its input ends.
  static let holdWriterLock = """
    lock = os.open(os.path.join(sys.argv[1], "writer.lock"), os.O_RDWR | os.O_CREAT, 0o600)
    fcntl.flock(lock, fcntl.LOCK_EX)
    os.pwrite(lock, b"%11d\\n" % os.getpid(), 0)
    print("held", flush=True)
    sys.stdin.read()
    """
}
