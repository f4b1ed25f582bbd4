#include <sqlite3.h>

/* What Swift cannot say: sqlite3_db_config takes a varying number of arguments. Prepares a
   connection for a file that a stranger made: nothing in its schema is trusted, nothing in it may
   change how the file is read, and no value, statement or expression may be without bounds.
   Returns SQLITE_OK, or the first code that is not. */
static inline int daybook_sqlite_guard(void *connection, int length_limit) {
  sqlite3 *db = (sqlite3 *)connection;
  int code = sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, (void *)0);
  if (code == SQLITE_OK)
    code = sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (void *)0);
  if (code == SQLITE_OK)
    code = sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (void *)0);
  if (code == SQLITE_OK)
    code = sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, (void *)0);
  sqlite3_limit(db, SQLITE_LIMIT_LENGTH, length_limit);
  sqlite3_limit(db, SQLITE_LIMIT_SQL_LENGTH, 64 * 1024);
  sqlite3_limit(db, SQLITE_LIMIT_COLUMN, 64);
  sqlite3_limit(db, SQLITE_LIMIT_EXPR_DEPTH, 64);
  sqlite3_limit(db, SQLITE_LIMIT_COMPOUND_SELECT, 4);
  sqlite3_limit(db, SQLITE_LIMIT_VDBE_OP, 100000);
  sqlite3_limit(db, SQLITE_LIMIT_FUNCTION_ARG, 8);
  sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, 0);
  sqlite3_limit(db, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 128);
  sqlite3_limit(db, SQLITE_LIMIT_VARIABLE_NUMBER, 64);
  sqlite3_limit(db, SQLITE_LIMIT_TRIGGER_DEPTH, 1);
  sqlite3_limit(db, SQLITE_LIMIT_WORKER_THREADS, 0);
  return code;
}
