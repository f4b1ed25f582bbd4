/* Folding the log in memory, last write wins, and writing the views in key order. */
#include "internal.h"

enum { TITLE, BODY, STATUS, PRIORITY, DUE_DAY, COLLECTION, FIELDS };
typedef struct { const uint8_t *winner[FIELDS]; } Item;
typedef struct {
  uint32_t reviews, lapses, due, ease, interval;
  const uint8_t *last;
} Card;
/* What is ordered by a number, and the record it is from. */
typedef struct { uint64_t key; const uint8_t *record; } Slot;
typedef struct {
  Item *items;
  Card *cards;
  Slot *tags;
  long item_count, card_count, tag_room, tag_count;
} Views;

static bool is_newer(const uint8_t *a, const uint8_t *b) { return !b || memcmp(a, b, 12) > 0; }

/* Makes room for entry `index` of an array; new entries are zero. */
static void *grown(void *array, long *count, long index, size_t size) {
  if (index < *count) return array;
  long room = index * 2 + 64;
  array = realloc(array, room * size);
  CHECK(array);
  memset((char *)array + *count * size, 0, (room - *count) * size);
  *count = room;
  return array;
}

static Slot *tag_slot(Views *v, uint64_t key) {
  uint64_t h = key * 0x9E3779B97F4A7C15ull >> 20;
  Slot *slot;
  while ((slot = &v->tags[h & (v->tag_room - 1)])->record && slot->key != key) h++;
  return slot;
}
static void grow_tags(Views *v) {
  Slot *old = v->tags;
  long room = v->tag_room;
  v->tag_room = room ? room * 2 : 1024;
  v->tags = calloc(v->tag_room, sizeof *v->tags);
  CHECK(v->tags);
  for (long i = 0; i < room; i++)
    if (old[i].record) *tag_slot(v, old[i].key) = old[i];
  free(old);
}

static void fold_review(Views *v, const uint8_t *r) {
  v->cards = grown(v->cards, &v->card_count, record_entity(r), sizeof(Card));
  Card *c = &v->cards[record_entity(r)];
  int grade = record_small(r);
  if (!c->reviews) c->ease = 2500;
  c->reviews++;
  if (grade == 1) {
    c->lapses++;
    c->interval = 1;
    c->ease = c->ease > 1500 ? c->ease - 200 : 1300;
  } else {
    uint32_t factor = grade == 2 ? 1200 : grade == 3 ? c->ease : c->ease + 300;
    c->interval = c->interval ? (uint64_t)c->interval * factor / 1000 % 36500 + 1 : 1;
  }
  c->due = record_time(r) / 86400000 + c->interval;
  c->last = r;
}

static void fold_tag(Views *v, const uint8_t *r) {
  if (v->tag_count * 2 >= v->tag_room) grow_tags(v);
  uint64_t key = (uint64_t)record_small(r) << 32 | record_entity(r);
  Slot *slot = tag_slot(v, key);
  if (!slot->record) v->tag_count++;
  if (is_newer(r, slot->record)) *slot = (Slot){key, r};
}

static void fold(Views *v, const uint8_t *r) {
  if (record_type(r) == RAW_REVIEW) return fold_review(v, r);
  if (record_type(r) == RAW_TAG) return fold_tag(v, r);
  v->items = grown(v->items, &v->item_count, record_entity(r), sizeof(Item));
  const uint8_t **winner = v->items[record_entity(r)].winner;
  if (record_type(r) == RAW_CAPTURE) {
    if (is_newer(r, winner[TITLE])) winner[TITLE] = r;
    if (is_newer(r, winner[BODY])) winner[BODY] = r;
    return;
  }
  int field = record_type(r) == RAW_MOVE ? COLLECTION : record_field(r);
  if (is_newer(r, winner[field])) winner[field] = r;
}

static long fold_all(RawStore *s, MDB_txn *t, uint64_t until, Views *v) {
  MDB_cursor *c;
  MDB_val key, value;
  long n = 0;
  OK(mdb_cursor_open(t, s->table[LOG], &c));
  while (mdb_cursor_get(c, &key, &value, MDB_NEXT) == 0) {
    const uint8_t *r = (const uint8_t *)value.mv_data + 4;
    if (record_time(r) > until) break;
    fold(v, r);
    n++;
  }
  mdb_cursor_close(c);
  return n;
}
static void free_views(Views *v) {
  free(v->items);
  free(v->cards);
  free(v->tags);
}

long raw_fold(RawStore *s, uint64_t until) {
  MDB_txn *t;
  Views v = {0};
  OK(mdb_txn_begin(s->env, 0, MDB_RDONLY, &t));
  long n = fold_all(s, t, until, &v);
  mdb_txn_abort(t);
  free_views(&v);
  return n;
}

static int compare_slots(const void *a, const void *b) {
  uint64_t x = ((const Slot *)a)->key, y = ((const Slot *)b)->key;
  return x < y ? -1 : x > y;
}
static void write_slots(MDB_txn *t, MDB_dbi table, Slot *slots, long n, size_t value_size) {
  uint8_t key[8];
  qsort(slots, n, sizeof *slots, compare_slots);
  for (long i = 0; i < n; i++) {
    put64(key, slots[i].key);
    put(t, table, key, 8, slots[i].record, value_size, MDB_APPEND);
  }
}

/* An item's row: of each field the stamp of its winner, and the value. */
static size_t item_row(uint8_t *row, const Item *item) {
  size_t at = 0;
  for (int f = 0; f < FIELDS; f++) {
    const uint8_t *r = item->winner[f];
    if (!r) { memset(row + at, 0, 12); at += 12; continue; }
    memcpy(row + at, r, 12);
    at += 12;
    const char *text = (const char *)r + 24;
    size_t n = record_size(r) - 24;
    if (f == COLLECTION) {
      text = (const char *)r + 18;
      n = 2;
    } else if (record_type(r) == RAW_CAPTURE) {
      size_t title = strnlen(text, n);
      if (f == TITLE) n = title;
      else { text += title + 1; n -= title + 1; }
    }
    memcpy(row + at, text, n);
    at += n;
  }
  return at;
}

static long write_views(RawStore *s, MDB_txn *t, Views *v) {
  static uint8_t row[1 << 16];
  uint8_t key[4];
  long rows = 0, n = 0;
  Slot *slots = malloc((v->item_count + v->card_count + v->tag_count + 1) * sizeof *slots);
  for (long i = 0; i < v->item_count; i++) {
    Item *item = &v->items[i];
    if (!item->winner[TITLE] && !item->winner[BODY]) continue;
    put32(key, i);
    put(t, s->table[ITEMS], key, 4, row, item_row(row, item), MDB_APPEND);
    rows++;
    const uint8_t *r = item->winner[COLLECTION];
    if (r) slots[n++] = (Slot){(uint64_t)record_small(r) << 32 | i, r};
  }
  write_slots(t, s->table[COLLECTIONS], slots, n, 0);
  rows += n;
  n = 0;
  for (long i = 0; i < v->tag_room; i++)
    if (v->tags[i].record && record_field(v->tags[i].record)) slots[n++] = v->tags[i];
  write_slots(t, s->table[TAGS], slots, n, 12);
  rows += n;
  n = 0;
  for (long i = 0; i < v->card_count; i++) {
    Card *card = &v->cards[i];
    if (!card->reviews) continue;
    put32(key, i);
    memcpy(row, card, 20);
    memcpy(row + 20, card->last, 12);
    put(t, s->table[CARDS], key, 4, row, 32, MDB_APPEND);
    rows++;
    slots[n++] = (Slot){(uint64_t)card->due << 32 | i, card->last};
  }
  write_slots(t, s->table[DUE], slots, n, 0);
  free(slots);
  return rows + n;
}

long raw_rebuild(RawStore *s) {
  MDB_txn *t;
  Views v = {0};
  OK(mdb_txn_begin(s->env, 0, 0, &t));
  fold_all(s, t, UINT64_MAX, &v);
  long rows = write_views(s, t, &v);
  OK(mdb_txn_commit(t));
  free_views(&v);
  return rows;
}

void raw_drop_views(RawStore *s) {
  MDB_txn *t;
  OK(mdb_txn_begin(s->env, 0, 0, &t));
  for (int i = ITEMS; i <= DUE; i++) OK(mdb_drop(t, s->table[i], 0));
  OK(mdb_txn_commit(t));
}
