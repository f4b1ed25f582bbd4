/* What the files of this target share. */
#ifndef RAW_INTERNAL_H
#define RAW_INTERNAL_H
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <lmdb.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "include/RawLMDB.h"

#define OK(call) do { int code_ = (call); if (code_) raw_fail(#call, mdb_strerror(code_)); } while (0)
#define CHECK(condition) do { if (!(condition)) raw_fail(#condition, "failed"); } while (0)
_Noreturn void raw_fail(const char *what, const char *why);

enum { LOG, BY_ENTITY, BY_REPLICA, ITEMS, COLLECTIONS, TAGS, CARDS, DUE, PARTS, TABLES };
struct RawStore {
  MDB_env *env;
  MDB_dbi table[TABLES];
  MDB_txn *open;      /* while parts are added */
  uint64_t parts;
};

static inline uint64_t be64(const void *p) { uint64_t v; memcpy(&v, p, 8); return __builtin_bswap64(v); }
static inline uint32_t be32(const void *p) { uint32_t v; memcpy(&v, p, 4); return __builtin_bswap32(v); }
static inline uint16_t be16(const void *p) { uint16_t v; memcpy(&v, p, 2); return __builtin_bswap16(v); }
static inline void put64(void *p, uint64_t v) { v = __builtin_bswap64(v); memcpy(p, &v, 8); }
static inline void put32(void *p, uint32_t v) { v = __builtin_bswap32(v); memcpy(p, &v, 4); }

/* A record is pointed to at its key; its length stands before it. */
static inline uint32_t record_size(const uint8_t *r) { return be32(r - 4); }
static inline uint64_t record_time(const uint8_t *r) { return be64(r) >> 16; }
static inline int record_type(const uint8_t *r) { return r[16]; }
static inline int record_field(const uint8_t *r) { return r[17]; }
static inline int record_small(const uint8_t *r) { return be16(r + 18); }
static inline uint32_t record_entity(const uint8_t *r) { return be32(r + 20); }
/* Items and cards in one index: number << 1, and 1 for a card. */
static inline uint32_t record_index(const uint8_t *r) {
  return record_entity(r) << 1 | (record_type(r) == RAW_REVIEW);
}

static inline void put(MDB_txn *t, MDB_dbi d, const void *k, size_t kn, const void *v, size_t vn,
                       unsigned flags) {
  MDB_val key = {kn, (void *)k}, value = {vn, (void *)v};
  OK(mdb_put(t, d, &key, &value, flags));
}
uint64_t raw_pages(MDB_env *env, MDB_txn *t, MDB_dbi d);
#endif
