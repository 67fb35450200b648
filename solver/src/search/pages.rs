//! Zeroed memory for a large table, aligned at least to a cache line.

#[cfg(target_family = "wasm")]
pub(crate) use allocated::Pages;
#[cfg(not(target_family = "wasm"))]
pub(crate) use mapped::Pages;

#[cfg(not(target_family = "wasm"))]
mod mapped {
    use memmap2::{MmapMut, MmapRaw};

    /// Pages of the system, which cost nothing until they are touched. No byte reference to them is ever made, because
    /// many threads write into them.
    pub(crate) struct Pages(MmapRaw);

    impl Pages {
        /// Allocates this many bytes, if the system has them.
        pub(crate) fn zeroed(bytes: usize) -> Option<Self> {
            let pages: MmapRaw = MmapMut::map_anon(bytes).ok()?.into();
            // Large pages if the system has them: a probe then misses one cache, not two. The search works without
            // them; Miri has none.
            #[cfg(all(target_os = "linux", not(miri)))]
            let _ = pages.advise(memmap2::Advice::HugePage);
            Some(Self(pages))
        }

        #[inline(always)]
        pub(crate) fn as_mut_ptr(&self) -> *mut u8 {
            self.0.as_mut_ptr()
        }

        pub(crate) fn len(&self) -> usize {
            self.0.len()
        }
    }
}

#[cfg(target_family = "wasm")]
mod allocated {
    use std::alloc::{Layout, alloc_zeroed, dealloc};
    use std::ptr::NonNull;

    /// Bytes of a cache line.
    const ALIGNMENT: usize = 64;

    /// Bytes from the allocator: WebAssembly maps no pages.
    pub(crate) struct Pages {
        start: NonNull<u8>,
        layout: Layout,
    }

    // SAFETY: it is plain memory with one owner.
    unsafe impl Send for Pages {}
    // SAFETY: it gives out nothing but its address.
    unsafe impl Sync for Pages {}

    impl Pages {
        /// Allocates this many bytes, if there are that many.
        pub(crate) fn zeroed(bytes: usize) -> Option<Self> {
            let layout = Layout::from_size_align(bytes.max(1), ALIGNMENT).ok()?;
            // SAFETY: the layout is not empty.
            let start = unsafe { alloc_zeroed(layout) };
            NonNull::new(start).map(|start| Self { start, layout })
        }

        #[inline(always)]
        pub(crate) fn as_mut_ptr(&self) -> *mut u8 {
            self.start.as_ptr()
        }

        pub(crate) fn len(&self) -> usize {
            self.layout.size()
        }
    }

    impl Drop for Pages {
        fn drop(&mut self) {
            // SAFETY: it was allocated with this layout, and nothing else frees it.
            unsafe { dealloc(self.start.as_ptr(), self.layout) };
        }
    }
}
