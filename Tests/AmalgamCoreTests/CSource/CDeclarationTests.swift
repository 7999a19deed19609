import Testing

@testable import AmalgamCore

/// Finding what C source declares, in the forms that SQLite and its extensions use.
struct CDeclarationTests {
  private func read(_ text: String) -> [CDeclaration] { CDeclarations(Array(text.utf8)[...]).all }

  @Test(arguments: [
    ("int f(void);", "f", CDeclaration.Kind.function(parameters: 0)),
    ("int f();", "f", .function(parameters: 0)),
    ("const char *f(int, char **x);", "f", .function(parameters: 2)),
    ("char *f(const char*, ...);", "f", .function(parameters: nil)),
    ("int f(int (*x)(void*,int), void *y);", "f", .function(parameters: 2)),
    ("void (*f(sqlite3 *db, const char *z))(void);", "f", .function(parameters: 2)),
    ("extern const char *(f)(int);", "f", .function(parameters: 1)),
    ("__attribute__((visibility(\"hidden\"))) int f(int a);", "f", .function(parameters: 1)),
    ("const char f[] = \"3\";", "f", .variable),
    ("extern int f;", "f", .variable),
    ("void (*f)(const char*, ...) = 0;", "f", .variable),
    ("void (CALL *f)(const char*);", "f", .variable),
    ("typedef struct f f;", "f", .typedef),
    ("typedef struct { int a; } f;", "f", .typedef),
    ("typedef int (*f)(void*);", "f", .typedef),
    ("typedef long long int f;", "f", .typedef),
  ])
  func `the declared name and its kind are found`(
    text: String,
    name: String,
    kind: CDeclaration.Kind
  ) {
    #expect(read(text).map(\.name) == [name])
    #expect(read(text).first?.kind == kind)
  }

  @Test(arguments: [
    ("int f(void){ return 0; }", true), ("static int f(void){ return 0; }", false),
    ("int f(void);", false), ("int f;", true), ("int f = 1;", true), ("extern int f;", false),
    ("extern int f = 1;", true), ("static int f[] = {1, 2};", false),
    ("static inline int f(void){ return 0; }", false), ("typedef int f;", false),
  ])
  func `only what a linker sees is a global definition`(text: String, isGlobal: Bool) {
    #expect(read(text).first?.isGlobalDefinition == isGlobal)
  }

  @Test func `tags, comments, literals and the preprocessor declare nothing`() {
    let text = """
      /* int a(void); */ // int b(void);
      #define C int c(void); \\
        int d(void);
      struct e; struct f { struct g *h; }; enum { I, J };
      extern "C" {
      int k(void){ const char *z = "}"; char c = '{'; return 0; }
      }
      int l;

      """
    let declared = CDeclarations(Array(text.utf8)[...])

    #expect(declared.all.map(\.name) == ["k", "l"])
    #expect(declared.tags == ["e", "f", "g"])
    #expect(declared.completeTags == ["f"])
  }

  @Test func `each branch of a conditional begins in the state of the first`() {
    let text = """
      #ifdef A
      int f(int a){
      #else
      int f(void){
      #endif
        return 0;
      }
      int g(void){
      #if B
        if( 1 ){
      #elif C
        while( 1 ){
      #endif
        }
        return 1;
      }
      int h;

      """

    #expect(read(text).map(\.name) == ["f", "f", "g", "h"])
  }

  @Test(arguments: [
    "", "(", "int", "int f(", "\"", "'\\", "/*", "#", "#if\\", "}", "= ;", "__asm__(",
  ])
  func `text that is no C ends without a declaration`(text: String) {
    #expect(read(text).isEmpty)
  }
}
