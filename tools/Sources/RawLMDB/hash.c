/* The two digests of every event, by OpenSSL. Its library is loaded when it is there, so that
 * building needs no headers of it: these are the six functions, as evp(7) documents them. */
#include "internal.h"
#include <dlfcn.h>

static struct {
  void *(*context)(void);
  void (*free_context)(void *);
  const void *(*sha256)(void);
  int (*init)(void *, const void *, void *);
  int (*update)(void *, const void *, size_t);
  int (*final)(void *, uint8_t *, unsigned *);
} evp;

bool raw_can_hash(void) {
  static const char *names[] = {"libcrypto.so.3", "libcrypto.so.1.1", "libcrypto.so"};
  void *library = 0;
  if (evp.final) return true;
  for (int i = 0; i < 3 && !library; i++) library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  if (!library) return false;
  *(void **)&evp.context = dlsym(library, "EVP_MD_CTX_new");
  *(void **)&evp.free_context = dlsym(library, "EVP_MD_CTX_free");
  *(void **)&evp.sha256 = dlsym(library, "EVP_sha256");
  *(void **)&evp.init = dlsym(library, "EVP_DigestInit_ex");
  *(void **)&evp.update = dlsym(library, "EVP_DigestUpdate");
  *(void **)&evp.final = dlsym(library, "EVP_DigestFinal_ex");
  return evp.context && evp.free_context && evp.sha256 && evp.init && evp.update && evp.final;
}

void raw_begin_parts(RawStore *s) { OK(mdb_txn_begin(s->env, 0, 0, &s->open)); }

void raw_put_parts(RawStore *s, const uint8_t *header, size_t header_size, const uint8_t *rest,
                   size_t rest_size) {
  static uint8_t value[2 << 20];
  uint8_t key[8];
  CHECK(4 + header_size + rest_size <= sizeof value);
  put64(key, ++s->parts);
  put32(value, header_size);
  memcpy(value + 4, header, header_size);
  memcpy(value + 4 + header_size, rest, rest_size);
  put(s->open, s->table[PARTS], key, 8, value, 4 + header_size + rest_size, MDB_APPEND);
}

void raw_end_parts(RawStore *s) {
  OK(mdb_txn_commit(s->open));
  s->open = 0;
}

long raw_hash(RawStore *s, uint8_t link[32]) {
  MDB_txn *t;
  MDB_cursor *c;
  MDB_val key, value;
  uint8_t digest[32];
  long n = 0;
  CHECK(raw_can_hash());
  void *context = evp.context();
  const void *sha256 = evp.sha256();
  memset(link, 0, 32);
  OK(mdb_txn_begin(s->env, 0, MDB_RDONLY, &t));
  OK(mdb_cursor_open(t, s->table[PARTS], &c));
  while (mdb_cursor_get(c, &key, &value, MDB_NEXT) == 0) {
    const uint8_t *header = (const uint8_t *)value.mv_data + 4;
    size_t size = be32(value.mv_data);
    evp.init(context, sha256, 0);
    evp.update(context, header, value.mv_size - 4);
    evp.final(context, digest, 0);
    evp.init(context, sha256, 0);
    evp.update(context, link, 32);
    evp.update(context, header, size);
    evp.update(context, digest, 32);
    evp.final(context, link, 0);
    n++;
  }
  mdb_cursor_close(c);
  mdb_txn_abort(t);
  evp.free_context(context);
  return n;
}
