/**
 * Stands in for iceberg-js in the build (vite.config.ts): supabase-js brings it for analytics buckets, which this product has none of, and it would
 * add 3 kB to the first load.
 */
export class IcebergRestCatalog {
  constructor() {
    throw new Error('This build has no analytics buckets: remove the alias of iceberg-js in vite.config.ts.');
  }
}
