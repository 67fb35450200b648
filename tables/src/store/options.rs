//! The RocksDB options, each with its reason. Only this file turns the name of a column family into options.

use rocksdb::{BlockBasedIndexType, BlockBasedOptions, Cache, DBCompressionType, DBRecoveryMode, LogLevel, Options};

use crate::format;

/// Memory for uncompressed blocks, indexes and filters, for all tables together.
const CACHE_BYTES: usize = 256 << 20;
/// Memory for entries before RocksDB writes them to a file, for each table.
const WRITE_BUFFER_BYTES: usize = 16 << 20;

/// Options of the whole database.
pub(super) fn database_options() -> Options {
    let mut options = Options::default();
    // A killed process or a power failure leaves a torn last record in the write-ahead log: everything before it
    // counts.
    options.set_wal_recovery_mode(DBRecoveryMode::PointInTime);
    options.set_max_total_wal_size(64 << 20); // opening after a kill reads this much at most
    options.set_db_write_buffer_size(4 * WRITE_BUFFER_BYTES); // however many tables are in use
    options.set_max_file_opening_threads(1); // starting sixteen takes longer than to open a few files
    options.set_max_open_files(256); // the usual limit of a process is 1024, on macOS 256 for a shell
    options.set_skip_stats_update_on_db_open(true); // would read every file when opening
    options.set_max_background_jobs(2); // the processors are the search's: one flush, one compaction
    options.set_keep_log_file_num(2); // RocksDB's reports about itself: by default 1000 files …
    options.set_max_log_file_size(1 << 20); // … of any size
    options.set_log_level(LogLevel::Warn);
    options.set_stats_dump_period_sec(0); // no statistics into that report every ten minutes
    options.set_stats_persist_period_sec(0);
    options
}

/// Options of tables of bounds, which grow while searches run.
fn bounds_options(cache: &Cache) -> Options {
    let mut blocks = BlockBasedOptions::default();
    blocks.set_block_cache(cache);
    // Most probes miss, so whole keys are filtered. Ribbon takes 30 % less room than Bloom but longer to build, so the
    // small, short-lived files of level 0 get Bloom.
    blocks.set_hybrid_ribbon_filter(10.0, 1);
    // Filters and indexes count against the cache, so that memory stays bounded for any size of table.
    blocks.set_cache_index_and_filter_blocks(true);
    blocks.set_cache_index_and_filter_blocks_with_high_priority(true);
    // In parts of a block's size: from a million entries on, a filter in one piece outgrows a shard of the cache
    // (1 MiB). It then cannot be kept, and every probe reads it from the disk: 300 instead of 16 µs.
    blocks.set_index_type(BlockBasedIndexType::TwoLevelIndexSearch);
    blocks.set_partition_filters(true);
    blocks.set_pin_top_level_index_and_filter(true); // the lists of parts, a few KiB for each file
    blocks.set_pin_l0_filter_and_index_blocks_in_cache(true); // every probe asks level 0
    // 4 million entries of 6x6 take 19.2 bytes each. In blocks of 16 KiB they take 18.3, but hits are a third slower,
    // since each decompresses a block.
    blocks.set_block_size(4 << 10);
    let mut options = Options::default();
    options.set_block_based_table_factory(&blocks);
    options.set_write_buffer_size(WRITE_BUFFER_BYTES);
    // Most probes miss here too, and a filter saves them the walk through the list of recent writes.
    options.set_memtable_whole_key_filtering(true);
    options.set_memtable_prefix_bloom_ratio(0.05);
    options.set_compression_type(DBCompressionType::Lz4); // rewritten soon
    options.set_bottommost_compression_type(DBCompressionType::Zstd); // where nearly all entries end up
    options
}

/// Options of tablebases, which are written once, in the order of their keys, and then only read.
fn whole_options(cache: &Cache) -> Options {
    let mut blocks = BlockBasedOptions::default();
    blocks.set_block_cache(cache);
    // No filter: a key is looked up by the one before it. An entry is about 2 KB, so an index of 4 KiB blocks is about
    // 1 % of the table. Larger blocks make a look-up decompress more, and the table hardly smaller.
    blocks.set_block_size(4 << 10);
    blocks.set_index_type(BlockBasedIndexType::TwoLevelIndexSearch); // in one piece it outgrows a shard of the cache
    blocks.set_pin_top_level_index_and_filter(true); // the lists of its parts, a few KiB for each file
    blocks.set_cache_index_and_filter_blocks(true); // memory stays bounded for any size of table
    blocks.set_cache_index_and_filter_blocks_with_high_priority(true);
    let mut options = Options::default();
    options.set_block_based_table_factory(&blocks);
    options.set_compression_type(DBCompressionType::Zstd);
    options.set_write_buffer_size(WRITE_BUFFER_BYTES);
    options
}

/// The cache that all families of a database share.
pub(super) fn cache() -> Cache {
    Cache::new_lru_cache(CACHE_BYTES)
}

/// The options of the column family of this name.
pub(super) fn family_options(cache: &Cache, family: &str) -> Options {
    if format::is_exhaustive(family) { whole_options(cache) } else { bounds_options(cache) }
}
