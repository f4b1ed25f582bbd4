/* Notes down the rows that a commit of this program writes, and writes the same rows again.
 *
 * The functions of LMDB that change rows are defined here once more, so that all calls of this
 * program come through here; each passes its call on to the library's own (dlsym, RTLD_NEXT). The
 * detour costs the measured side two or three nanoseconds a row. */
#include "internal.h"
#include <dlfcn.h>

typedef struct { uint32_t table, key_size, value_size, flags; bool is_deletion; size_t at; } Row;
enum { NAMES = 1024, OPENED = 1024 };
struct RawRows {
  Row *rows;
  long count, room;
  uint8_t *bytes;
  size_t size, byte_room;
  MDB_txn *transaction;     /* that the rows are of */
  MDB_dbi handles[NAMES];   /* of the copy, by table */
};
static char names[NAMES][64];          /* by number */
static struct { MDB_env *env; MDB_dbi dbi; int name; } opened[OPENED];
static int name_count, opened_count;
static RawRows *recording;

static void *real(const char *name) {
  void *symbol = dlsym(RTLD_NEXT, name);
  if (!symbol) raw_fail(name, "not found in the library of LMDB");
  return symbol;
}

static int name_number(const char *name) {
  for (int i = 0; i < name_count; i++)
    if (!strcmp(names[i], name)) return i;
  CHECK(name_count < NAMES && strlen(name) < sizeof names[0]);
  strcpy(names[name_count], name);
  return name_count++;
}

int mdb_dbi_open(MDB_txn *t, const char *name, unsigned flags, MDB_dbi *dbi) {
  static int (*call)(MDB_txn *, const char *, unsigned, MDB_dbi *);
  if (!call) *(void **)&call = real("mdb_dbi_open");
  int code = call(t, name, flags, dbi);
  if (code || !name) return code;
  MDB_env *env = mdb_txn_env(t);
  int i = 0;
  while (i < opened_count && (opened[i].env != env || opened[i].dbi != *dbi)) i++;
  CHECK(i < OPENED);
  opened[i].env = env;
  opened[i].dbi = *dbi;
  opened[i].name = name_number(name);
  if (i == opened_count) opened_count++;
  return code;
}

static void note(MDB_txn *t, MDB_dbi dbi, const MDB_val *key, const MDB_val *value,
                 unsigned flags, bool is_deletion) {
  RawRows *rows = recording;
  MDB_env *env = mdb_txn_env(t);
  int i = 0;
  while (i < opened_count && (opened[i].env != env || opened[i].dbi != dbi)) i++;
  if (i == opened_count) return;         /* the unnamed table: LMDB's own directory */
  rows->transaction = t;
  size_t value_size = value ? value->mv_size : 0, size = key->mv_size + value_size;
  if (rows->count == rows->room) {
    rows->room = rows->room ? rows->room * 2 : 64;
    CHECK(rows->rows = realloc(rows->rows, rows->room * sizeof *rows->rows));
  }
  if (rows->size + size > rows->byte_room) {
    rows->byte_room = (rows->size + size) * 2;
    CHECK(rows->bytes = realloc(rows->bytes, rows->byte_room));
  }
  rows->rows[rows->count++] = (Row){
      opened[i].name, key->mv_size, value_size, flags & MDB_APPEND, is_deletion, rows->size};
  memcpy(rows->bytes + rows->size, key->mv_data, key->mv_size);
  if (value_size && !(flags & MDB_RESERVE))
    memcpy(rows->bytes + rows->size + key->mv_size, value->mv_data, value_size);
  else
    memset(rows->bytes + rows->size + key->mv_size, 0, value_size);
  rows->size += size;
}

int mdb_put(MDB_txn *t, MDB_dbi dbi, MDB_val *key, MDB_val *value, unsigned flags) {
  static int (*call)(MDB_txn *, MDB_dbi, MDB_val *, MDB_val *, unsigned);
  if (!call) *(void **)&call = real("mdb_put");
  if (recording) note(t, dbi, key, value, flags, false);
  RawRows *outer = recording;   /* the library calls some of these functions itself */
  recording = 0;
  int code = call(t, dbi, key, value, flags);
  recording = outer;
  return code;
}

int mdb_del(MDB_txn *t, MDB_dbi dbi, MDB_val *key, MDB_val *value) {
  static int (*call)(MDB_txn *, MDB_dbi, MDB_val *, MDB_val *);
  if (!call) *(void **)&call = real("mdb_del");
  if (recording) note(t, dbi, key, 0, 0, true);
  RawRows *outer = recording;   /* the library calls some of these functions itself */
  recording = 0;
  int code = call(t, dbi, key, value);
  recording = outer;
  return code;
}

int mdb_cursor_put(MDB_cursor *c, MDB_val *key, MDB_val *value, unsigned flags) {
  static int (*call)(MDB_cursor *, MDB_val *, MDB_val *, unsigned);
  if (!call) *(void **)&call = real("mdb_cursor_put");
  if (recording) note(mdb_cursor_txn(c), mdb_cursor_dbi(c), key, value, flags, false);
  RawRows *outer = recording;   /* the library calls some of these functions itself */
  recording = 0;
  int code = call(c, key, value, flags);
  recording = outer;
  return code;
}

/* A transaction that is begun again, because the map grew, starts over. */
void mdb_txn_abort(MDB_txn *t) {
  static void (*call)(MDB_txn *);
  if (!call) *(void **)&call = real("mdb_txn_abort");
  if (recording && recording->transaction == t) recording->count = recording->size = 0;
  call(t);
}

void mdb_env_close(MDB_env *env) {
  static void (*call)(MDB_env *);
  if (!call) *(void **)&call = real("mdb_env_close");
  int kept = 0;
  for (int i = 0; i < opened_count; i++)
    if (opened[i].env != env) opened[kept++] = opened[i];
  opened_count = kept;
  call(env);
}

void raw_record_begin(void) { CHECK(recording = calloc(1, sizeof *recording)); }
RawRows *raw_record_end(void) {
  RawRows *rows = recording;
  recording = 0;
  return rows;
}
void raw_rows_free(RawRows *rows) {
  free(rows->rows);
  free(rows->bytes);
  free(rows);
}
long raw_rows_count(const RawRows *rows) { return rows->count; }
long raw_rows_tables(const RawRows *rows) {
  bool seen[NAMES] = {false};
  long tables = 0;
  for (long i = 0; i < rows->count; i++) {
    tables += !seen[rows->rows[i].table];
    seen[rows->rows[i].table] = true;
  }
  return tables;
}

struct RawCopy { MDB_env *env; };

RawCopy *raw_copy_open(const char *folder) {
  RawCopy *copy = calloc(1, sizeof *copy);
  OK(mdb_env_create(&copy->env));
  OK(mdb_env_set_mapsize(copy->env, 48ull << 30));
  OK(mdb_env_set_maxdbs(copy->env, 64));
  OK(mdb_env_open(copy->env, folder, 0, 0600));
  return copy;
}
void raw_copy_close(RawCopy *copy) {
  mdb_env_close(copy->env);
  free(copy);
}
void raw_copy_prepare(RawCopy *copy, const RawRows *rows) {
  MDB_txn *t;
  RawRows *own = (RawRows *)rows;
  OK(mdb_txn_begin(copy->env, 0, 0, &t));
  for (long i = 0; i < rows->count; i++) {
    uint32_t table = rows->rows[i].table;
    if (!own->handles[table]) OK(mdb_dbi_open(t, names[table], 0, &own->handles[table]));
  }
  OK(mdb_txn_commit(t));
}
void raw_copy_apply(RawCopy *copy, const RawRows *rows) {
  MDB_txn *t;
  OK(mdb_txn_begin(copy->env, 0, 0, &t));
  for (long i = 0; i < rows->count; i++) {
    const Row *row = &rows->rows[i];
    MDB_val key = {row->key_size, rows->bytes + row->at};
    MDB_val value = {row->value_size, rows->bytes + row->at + row->key_size};
    MDB_dbi dbi = rows->handles[row->table];
    if (row->is_deletion) {
      int code = mdb_del(t, dbi, &key, 0);
      if (code && code != MDB_NOTFOUND) OK(code);
    } else {
      OK(mdb_put(t, dbi, &key, &value, row->flags));
    }
  }
  OK(mdb_txn_commit(t));
}
uint64_t raw_copy_table_bytes(RawCopy *copy, const char *table) {
  MDB_txn *t;
  MDB_dbi dbi;
  OK(mdb_txn_begin(copy->env, 0, MDB_RDONLY, &t));
  OK(mdb_dbi_open(t, table, 0, &dbi));
  uint64_t bytes = raw_pages(copy->env, t, dbi);
  mdb_txn_abort(t);
  return bytes;
}
