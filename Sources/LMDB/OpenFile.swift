#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Opens a file, made with mode 0600 where the flags ask for it, hidden from child processes.
func openFile(
  _ path: String, _ flags: Int32, _ operation: LMDBError.Operation
) throws(LMDBError) -> Int32 {
  let descriptor = unsafe open(path, flags | O_CLOEXEC, 0o600)
  guard descriptor >= 0 else { throw .system(operation) }
  return descriptor
}
