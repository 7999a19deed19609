import Testing

@testable import AmalgamCore

struct DecimalTests {
  @Test(arguments: [
    (0.0, "0.0"), (-0.0, "0.0"), (1.0, "1.0"), (1.5, "1.5"), (-12.25, "-12.25"),
    (0.1 + 0.2, "0.3"), (1.0 / 3.0, "0.333333333333333"), (2.0 / 3.0, "0.666666666666667"),
    (1e15, "1.0e+15"), (123456789012345.6, "123456789012346.0"), (1e-5, "1.0e-05"),
    (1.25e100, "1.25e+100"), (0.0001, "0.0001"), (.infinity, "Inf"), (-.infinity, "-Inf"),
    (999999999999999.9, "1.0e+15"), (2.5e-300, "2.5e-300"),
  ])
  func `reals are spelled as SQLite spells them`(number: Double, text: String) {
    #expect(Decimal(number, digits: 15).literal == text)
  }

  @Test func `reals are equal within half a unit of the last digit`() {
    #expect(Decimal.isEqual(1.66666666666667, 5.0 / 3.0, digits: 15))
    #expect(Decimal.isEqual(1e300, 1.000000000000000001e300, digits: 15))
    #expect(!Decimal.isEqual(1.00000000000001, 1.00000000000002, digits: 15))
    #expect(!Decimal.isEqual(1, -1, digits: 15))
    #expect(!Decimal.isEqual(.infinity, 1, digits: 15))
    #expect(!Decimal.isEqual(.nan, .nan, digits: 15))
  }
}
