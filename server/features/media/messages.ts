export const NOT_MEDIA =
  'Not a picture or video, whatever its name says. Choose an MP4 video or a PNG, JPEG or WebP picture.';
export const EMPTY_FILE = 'Empty (0 bytes). Choose another file.';
export const TOO_LARGE = 'Larger than 200 MB. Shorten or compress it first.';
export const FITS_ALREADY = 'This picture already fits these platforms.';
export const NEEDS_SECRET_KEY =
  'Without the project’s secret key (--supabase-secret-key) only members who are signed in can use the library.';
export const noSuchFile = (name: string) =>
  `There is no file ${name} in the library. \`local-agent media list\` shows the files.`;
export const severalFiles = (name: string, paths: readonly string[]) =>
  `Several files are named ${name}. Name one by its path: ${paths.join(', ')}`;
