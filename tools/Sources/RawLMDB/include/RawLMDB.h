/* The limit that Daybook is measured against: the same work by LMDB and C with nothing on top.
 *
 * A failure of LMDB or of the system ends the program with a message: a benchmark that went
 * wrong has no figures. Times are taken by the caller, around these calls. */
#ifndef RAW_LMDB_H
#define RAW_LMDB_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* --- Clocks ------------------------------------------------------------------------------- */

/* Seconds of wall time, and of processor time of this process with all its threads. */
double raw_wall_seconds(void);
double raw_cpu_seconds(void);

/* --- A workload's records ------------------------------------------------------------------
 * One after another, numbers big-endian:
 *   u32 length of what follows
 *   key:  u64 milliseconds << 16 | counter, u32 replica, u32 sequence
 *   head: u8 type (RAW_CAPTURE ...), u8 field, u16 small (tag, collection or grade), u32 entity
 *   tail: title 0 body, or the text of an edit, or u32 of another edit or of a review's time
 * A tag's field is 1 for on, 0 for off. */
enum { RAW_CAPTURE = 1, RAW_EDIT, RAW_TAG, RAW_MOVE, RAW_REVIEW };

/* --- A log of records with two indexes, and views ----------------------------------------- */

typedef struct RawStore RawStore;

/* Opens an environment in one file, made anew if wanted, with its tables. */
RawStore *raw_open(const char *path, bool fresh);
void raw_close(RawStore *store);
/* Bytes of the pages of the log and its two indexes. */
uint64_t raw_log_bytes(const RawStore *store);

/* Appends all records in one durable transaction: the log in its order, then both indexes,
 * (entity, key) and (replica, sequence), sorted in memory first. Returns how many. */
long raw_import(RawStore *store, const uint8_t *records, size_t size);

/* Puts `count` records in one durable transaction into the log and both indexes, as they come:
 * what one command, or a group, costs at the least. Returns the bytes consumed. */
size_t raw_put(RawStore *store, const uint8_t *records, size_t size, long count);

/* Removes from the log, not from its indexes, what is stamped after `until` milliseconds. */
void raw_forget_tail(RawStore *store, uint64_t until);

/* Scans the log and folds it in memory with last write wins: items, tags, collections, cards.
 * Records stamped after `until` milliseconds end the scan. Returns how many were folded. */
long raw_fold(RawStore *store, uint64_t until);

/* The same, then writes the views in key order: items, their tags and collections, cards and
 * their due dates, in one durable transaction. Returns how many rows it wrote. */
long raw_rebuild(RawStore *store);
/* Empties the views, for the next raw_rebuild. */
void raw_drop_views(RawStore *store);

/* Reads every byte of every event up to `until` of an entity through the index, in a read
 * transaction of its own. `entity` is an item's number << 1, or a card's << 1 | 1. */
long raw_history(RawStore *store, uint32_t entity, uint64_t until);

/* An empty read transaction. */
void raw_read_nothing(RawStore *store);

/* --- Hashing ------------------------------------------------------------------------------- */

/* Whether libcrypto can be loaded; the functions below need it. */
bool raw_can_hash(void);
/* Adds an event's parts to a log to be hashed; in one transaction until raw_end_parts. */
void raw_begin_parts(RawStore *store);
void raw_put_parts(RawStore *store, const uint8_t *header, size_t header_size,
                   const uint8_t *rest, size_t rest_size);
void raw_end_parts(RawStore *store);
/* Scans that log and computes for each event, with one context of OpenSSL's EVP used again and
 * again, E = SHA-256(header, rest) and link = SHA-256(link before, header, E). Returns how many
 * events; the last link goes to `link`. */
long raw_hash(RawStore *store, uint8_t link[32]);

/* --- The rows of somebody else's commits ---------------------------------------------------
 * While recording, every put and delete that this program makes through LMDB is noted down, and
 * can be made again in a copy of the environment by plain calls and one commit. */
typedef struct RawRows RawRows;
void raw_record_begin(void);
RawRows *raw_record_end(void);
void raw_rows_free(RawRows *rows);
long raw_rows_count(const RawRows *rows);
/* How many tables they are in. */
long raw_rows_tables(const RawRows *rows);

typedef struct RawCopy RawCopy;
/* Opens a copy of a store: a folder with data.mdb. */
RawCopy *raw_copy_open(const char *folder);
void raw_copy_close(RawCopy *copy);
/* Opens the tables the rows are in: untimed. */
void raw_copy_prepare(RawCopy *copy, const RawRows *rows);
/* Makes the changes again in one durable transaction. */
void raw_copy_apply(RawCopy *copy, const RawRows *rows);
/* Bytes of the pages of one table of it. */
uint64_t raw_copy_table_bytes(RawCopy *copy, const char *table);

/* --- Processes ------------------------------------------------------------------------------ */

/* Runs a program to its end, its output thrown away. Returns its exit status; wall and
 * processor seconds, of the program alone, go to `wall` and `cpu`. */
int raw_run(const char *const *words, double *wall, double *cpu);

#endif
