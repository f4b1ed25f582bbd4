// Calls of the system that Swift's own modules for it leave out.
#if defined(__linux__)
int pipe2(int ends[2], int flags);
#endif
