/** In place of iceberg-js in the browser (vite.config.ts): no screen asks for tables of analytics. */
export class IcebergRestCatalog {}
