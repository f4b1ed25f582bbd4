#if canImport(Glibc)
  import Glibc
#endif

/// Large pages of memory: what a fold of a million events goes through lies all over hundreds of
/// megabytes, and finding the pages of it takes longer than reading them.
package enum LargePages {
  /// Less than this gains nothing.
  private static let leastByteCount = 4 << 20

  /// Asks for the room that an array has reserved to be made of large pages, where the system has
  /// them. Memory that is never written to costs nothing all the same.
  package static func prefer<Element>(for array: inout [Element]) {
    #if canImport(Glibc)
      let byteCount = array.capacity * MemoryLayout<Element>.stride
      guard byteCount >= leastByteCount else { return }
      unsafe array.withUnsafeMutableBytes { bytes in
        guard let start = bytes.baseAddress else { return }
        // Advice is about whole pages; it may be refused, and then nothing is lost.
        let page = UInt(sysconf(Int32(_SC_PAGESIZE)))
        let skipped = (page - UInt(bitPattern: start) % page) % page
        _ = unsafe madvise(
          start + Int(skipped), (byteCount - Int(skipped)) / Int(page) * Int(page),
          MADV_HUGEPAGE)
      }
    #endif
  }
}
