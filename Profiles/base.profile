# What every variant shares: how it works with threads and memory, and how safe a commit is. A file
# must not lose by being opened with another variant, so durability stands here.
abstract

# All three as in Apple's copy, so a program that comes from it finds what it is used to.
SQLITE_THREADSAFE=2               # any number of threads, each connection used by one at a time
SQLITE_DEFAULT_MEMSTATUS=0        # no count of memory in use, so no mutex at every allocation
SQLITE_DEFAULT_WAL_SYNCHRONOUS=1  # a power cut may take the last commits, never the file

# fsync() of Apple systems leaves data in the drive's cache: checkpoints flush that too, as in
# Apple's copy.
on *-apple-* SQLITE_DEFAULT_CKPTFULLFSYNC=1

# Where gethostuuid() is not allowed: no proxy locks, and no warning that there are none. macOS
# keeps them, for network volumes.
on *-apple-ios* SQLITE_ENABLE_LOCKING_STYLE=0
on *-apple-ios* HAVE_GETHOSTUUID=0
on *-apple-tvos* SQLITE_ENABLE_LOCKING_STYLE=0
on *-apple-tvos* HAVE_GETHOSTUUID=0
on *-apple-watchos* SQLITE_ENABLE_LOCKING_STYLE=0
on *-apple-watchos* HAVE_GETHOSTUUID=0
on *-apple-xros* SQLITE_ENABLE_LOCKING_STYLE=0
on *-apple-xros* HAVE_GETHOSTUUID=0
