/// C source with a name of every kind that a symbol table tells apart.
let everyKind = """
  extern int needed_function(void);
  extern int needed_data;
  extern int perhaps_function(void) __attribute__((weak));

  static int local_function(void) { return needed_data; }
  int plain_function(void) { return local_function() + needed_function(); }
  __attribute__((weak)) int weak_function(void) { return perhaps_function ? 1 : 2; }
  __attribute__((visibility("hidden"))) int hidden_function(void) { return 3; }

  static int local_data = 4;
  int plain_data = 5;
  int zero_data;
  const char constant_data[] = "constant";
  __attribute__((weak)) int weak_data = 6;
  __attribute__((visibility("hidden"))) int hidden_data = 7;
  int *pointer_data = &local_data;
  """
