import type { Plugin } from 'vite';

/**
 * Builds with other files in place of a package's own ones. Each key is the end of an import inside the package, such as "lib/webauthn" for what
 * its files import as "./lib/webauthn"; each value is the path of the file to take.
 */
export function standIns(packageName: string, files: Record<string, string>): Plugin {
  return {
    name: `stand-ins for ${packageName}`,
    enforce: 'pre',
    apply: 'build',
    resolveId(source, importer) {
      if (!source.startsWith('./') || !importer?.includes(`/node_modules/${packageName}/`)) return null;
      return files[source.slice(2)] ?? null;
    },
  };
}
