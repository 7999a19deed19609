extension ELFImage {
  /// The processor, from the machine number, the class and the byte order.
  var architecture: Architecture {
    let isLittle = window.order == .little
    switch machine {
    case 3: return "i386"
    case 8: return .named(isLittle ? "mipsel" : "mips")
    case 20: return "powerpc"
    case 21: return .named(isLittle ? "powerpc64le" : "powerpc64")
    case 22: return .named(wide ? "s390x" : "s390")
    case 40: return .named(isLittle ? "arm" : "armeb")
    case 43: return "sparcv9"
    case 62: return .named(wide ? "x86_64" : "x86_64-x32")
    case 183: return .named(isLittle ? "aarch64" : "aarch64_be")
    case 243: return .named(wide ? "riscv64" : "riscv32")
    case 258: return .named(wide ? "loongarch64" : "loongarch32")
    default: return .unknown(UInt64(machine))
    }
  }
}
