/* Opening, importing, putting, reading through the index. */
#include "internal.h"
#include <time.h>
#include <unistd.h>

_Noreturn void raw_fail(const char *what, const char *why) {
  fprintf(stderr, "bench: %s: %s\n", what, why);
  exit(1);
}

static double seconds(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}
double raw_wall_seconds(void) { return seconds(CLOCK_MONOTONIC); }
double raw_cpu_seconds(void) { return seconds(CLOCK_PROCESS_CPUTIME_ID); }

RawStore *raw_open(const char *path, bool fresh) {
  static const char *names[TABLES] = {"log",  "by_entity", "by_replica", "items", "collections",
                                      "tags", "cards",     "due",        "parts"};
  if (fresh) {
    char lock[4096];
    snprintf(lock, sizeof lock, "%s-lock", path);
    unlink(path);
    unlink(lock);
  }
  RawStore *s = calloc(1, sizeof *s);
  MDB_txn *t;
  OK(mdb_env_create(&s->env));
  OK(mdb_env_set_mapsize(s->env, 48ull << 30));
  OK(mdb_env_set_maxdbs(s->env, TABLES));
  OK(mdb_env_open(s->env, path, MDB_NOSUBDIR, 0644));
  OK(mdb_txn_begin(s->env, 0, 0, &t));
  for (int i = 0; i < TABLES; i++) OK(mdb_dbi_open(t, names[i], MDB_CREATE, &s->table[i]));
  OK(mdb_txn_commit(t));
  return s;
}

void raw_close(RawStore *s) {
  mdb_env_close(s->env);
  free(s);
}

uint64_t raw_pages(MDB_env *env, MDB_txn *t, MDB_dbi d) {
  MDB_stat stat;
  (void)env;
  OK(mdb_stat(t, d, &stat));
  return (stat.ms_branch_pages + stat.ms_leaf_pages + stat.ms_overflow_pages) * stat.ms_psize;
}

uint64_t raw_log_bytes(const RawStore *s) {
  MDB_txn *t;
  uint64_t bytes = 0;
  OK(mdb_txn_begin(s->env, 0, MDB_RDONLY, &t));
  for (int i = LOG; i <= BY_REPLICA; i++) bytes += raw_pages(s->env, t, s->table[i]);
  mdb_txn_abort(t);
  return bytes;
}

enum { ENTITY_KEY = 20, REPLICA_ROW = 24 };
static void entity_key(uint8_t key[ENTITY_KEY], const uint8_t *r) {
  put32(key, record_index(r));
  memcpy(key + 4, r, 16);
}
static int compare_entity(const void *a, const void *b) { return memcmp(a, b, ENTITY_KEY); }
static int compare_replica(const void *a, const void *b) { return memcmp(a, b, 8); }

long raw_import(RawStore *s, const uint8_t *records, size_t size) {
  long n = 0;
  const uint8_t *end = records + size;
  for (const uint8_t *p = records; p < end; p += 4 + be32(p)) n++;
  uint8_t *entities = malloc(n * ENTITY_KEY + 1), *replicas = malloc(n * REPLICA_ROW + 1);
  long i = 0;
  for (const uint8_t *p = records; p < end; p += 4 + be32(p), i++) {
    entity_key(entities + i * ENTITY_KEY, p + 4);
    memcpy(replicas + i * REPLICA_ROW, p + 12, 8);
    memcpy(replicas + i * REPLICA_ROW + 8, p + 4, 16);
  }
  qsort(entities, n, ENTITY_KEY, compare_entity);
  qsort(replicas, n, REPLICA_ROW, compare_replica);
  MDB_txn *t;
  OK(mdb_txn_begin(s->env, 0, 0, &t));
  for (const uint8_t *p = records; p < end; p += 4 + be32(p))
    put(t, s->table[LOG], p + 4, 16, p, be32(p) + 4, MDB_APPEND);
  for (i = 0; i < n; i++)
    put(t, s->table[BY_ENTITY], entities + i * ENTITY_KEY, ENTITY_KEY, "", 0, MDB_APPEND);
  for (i = 0; i < n; i++) {
    const uint8_t *row = replicas + i * REPLICA_ROW;
    put(t, s->table[BY_REPLICA], row, 8, row + 8, 16, MDB_APPEND);
  }
  OK(mdb_txn_commit(t));
  free(entities);
  free(replicas);
  return n;
}

size_t raw_put(RawStore *s, const uint8_t *records, size_t size, long count) {
  MDB_txn *t;
  const uint8_t *p = records, *end = records + size;
  uint8_t key[ENTITY_KEY];
  OK(mdb_txn_begin(s->env, 0, 0, &t));
  for (; p < end && count > 0; p += 4 + be32(p), count--) {
    put(t, s->table[LOG], p + 4, 16, p, be32(p) + 4, MDB_APPEND);
    entity_key(key, p + 4);
    put(t, s->table[BY_ENTITY], key, ENTITY_KEY, "", 0, 0);
    put(t, s->table[BY_REPLICA], p + 12, 8, p + 4, 16, 0);
  }
  OK(mdb_txn_commit(t));
  return p - records;
}

void raw_forget_tail(RawStore *s, uint64_t until) {
  MDB_txn *t;
  MDB_cursor *c;
  MDB_val k, v;
  OK(mdb_txn_begin(s->env, 0, 0, &t));
  OK(mdb_cursor_open(t, s->table[LOG], &c));
  while (mdb_cursor_get(c, &k, &v, MDB_LAST) == 0 && record_time(k.mv_data) > until)
    OK(mdb_cursor_del(c, 0));
  mdb_cursor_close(c);
  OK(mdb_txn_commit(t));
}

/* Every byte takes part, 8 at a time. */
static uint64_t checksum(uint64_t h, const void *p, size_t n) {
  const uint8_t *b = p;
  uint64_t w;
  for (; n >= 8; n -= 8, b += 8) {
    memcpy(&w, b, 8);
    h = (h ^ w) * 0x9E3779B97F4A7C15ull;
    h ^= h >> 29;
  }
  w = 0;
  memcpy(&w, b, n);
  h = (h ^ w ^ n) * 0x9E3779B97F4A7C15ull;
  return h ^ (h >> 32);
}
static volatile uint64_t sink;

long raw_history(RawStore *s, uint32_t entity, uint64_t until) {
  MDB_txn *t;
  MDB_cursor *c;
  uint8_t start[4];
  long n = 0;
  put32(start, entity);
  OK(mdb_txn_begin(s->env, 0, MDB_RDONLY, &t));
  OK(mdb_cursor_open(t, s->table[BY_ENTITY], &c));
  MDB_val k = {4, start}, v, row;
  int code = mdb_cursor_get(c, &k, &v, MDB_SET_RANGE);
  for (; code == 0 && be32(k.mv_data) == entity; code = mdb_cursor_get(c, &k, &v, MDB_NEXT)) {
    MDB_val key = {16, (uint8_t *)k.mv_data + 4};
    if (record_time(key.mv_data) > until) break;
    OK(mdb_get(t, s->table[LOG], &key, &row));
    sink = checksum(sink, row.mv_data, row.mv_size);
    n++;
  }
  mdb_cursor_close(c);
  mdb_txn_abort(t);
  return n;
}

void raw_read_nothing(RawStore *s) {
  MDB_txn *t;
  OK(mdb_txn_begin(s->env, 0, MDB_RDONLY, &t));
  mdb_txn_abort(t);
}
