/** An example of shared/scripts/examples. `about` is its first comment, one line. */
export type ScriptExample = { name: string; about: string; code: string };

/** The example in a file such as page-title.js. */
export function scriptExample(file: string, code: string): ScriptExample {
  return { name: file.replace(/\.js$/, ''), about: /^\/\/ (.*)$/m.exec(code)?.[1] ?? '', code };
}
