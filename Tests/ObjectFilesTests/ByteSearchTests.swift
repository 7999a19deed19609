import ObjectFiles
import Testing

struct ByteSearchTests {
  @Test func `pairs are found at every place of texts of every length`() {
    for length in 0...70 {
      // Three letters only, so that there are many pairs, also at both ends.
      let text = (0..<length).map { UInt8(truncatingIfNeeded: 0x61 + $0 * $0 % 7 % 3) }
      for distance in 1...20 {
        let expected = text.indices.filter { place in
          place + distance < length && text[place] == 0x61 && text[place + distance] == 0x62
        }
        var found: [Int] = []
        text.withUnsafeBytes { bytes in
          bytes.forEachPair(0x61, 0x62, distance: distance) { found.append($0) }
        }
        #expect(found == expected)
      }
    }
  }

  @Test func `a text is found at the beginning, in the middle and at the end`() {
    let text = [UInt8]("needle needles and a needle".utf8)
    var found: [Int] = []

    text.withUnsafeBytes { bytes in bytes.forEachPlace(of: "needle") { found.append($0) } }

    #expect(found == [0, 7, 21])
  }

  @Test func `the first zero byte is found within the limit only`() {
    for place in 0..<40 {
      var text = [UInt8](repeating: 0x80, count: 40)
      text[place] = 0
      text.withUnsafeBytes { bytes in
        #expect(bytes.firstZero(from: 0, limit: 40) == place)
        #expect(bytes.firstZero(from: place, limit: 1) == place)
        #expect(bytes.firstZero(from: 0, limit: place) == nil)
      }
    }
  }
}
