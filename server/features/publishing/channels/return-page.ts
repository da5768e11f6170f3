/** The last page of a sign-in has no scripts and loads nothing. */
export const RETURN_PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'";

/** Escapes both texts, which may come from a platform. */
export function renderReturnPage({ title, text }: { title: string; text: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} · Local Agent</title>
<style>
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 32rem; padding: 2rem; overflow-wrap: anywhere; }
h1 { font-size: 1.25rem; margin: 0 0 0.5rem; }
p { margin: 0; }
</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
<p>${escaped(text)}</p>
</main>
</body>
</html>
`;
}

function escaped(text: string): string {
  const named: { [character: string]: string } = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => named[character] ?? character);
}
