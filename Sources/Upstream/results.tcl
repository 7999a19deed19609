# Prints what a testrunner.db says of its jobs, for amalgam to read.
#
# usage: testfixture results.tcl DATABASE
#
# Fields are separated by tabs. Each job is
#     job NAME STATE TESTS ERRORS      -1 where the file did not come to its count
#     failed TEST                      for each test that SQLite's tester names
#     said TEXT                        what the file printed about that, or last
# and the first line is the source id of the SQLite that ran.

proc plain {text} {
  string range [string map {"\t" " " "\n" " " "\r" " "} [string trim $text]] 0 300
}

proc tell {args} {
  puts [join [lmap field $args {plain $field}] "\t"]
}

fconfigure stdout -encoding utf-8 -translation lf
tell source [sqlite3 -sourceid]
sqlite3 results [lindex $argv 0]
results eval {
  SELECT displayname, coalesce(state, '') AS state, coalesce(output, '') AS output
  FROM jobs WHERE displaytype='tcl' ORDER BY displayname
} {
  set tests -1
  set errors -1
  regexp -line {^(\d+) errors out of (\d+) tests} $output all errors tests
  tell job $displayname $state $tests $errors
  set lines [lmap line [split $output "\n"] {string trim $line}]
  set said {}
  foreach line $lines {
    if {[regexp {^!Failures on these tests: (.*)$} $line all names]} {
      foreach name $names { tell failed $name }
    } elseif {[string match "!*" $line] && [llength $said] < 4} {
      lappend said $line
    }
  }
  if {$state ni {done ready {}} && $said eq {}} {
    set said [lrange [lsearch -all -inline -not -exact $lines {}] end-1 end]
  }
  foreach line $said { tell said $line }
}
results close
