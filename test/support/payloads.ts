/**
 * Texts that set `globalThis.ran` if one of the places that show stored text treats them as HTML,
 * as a URL or as a template. Each has at most 60 characters, so that names can contain it.
 */
export const PAYLOADS = [
  '<img src=x onerror="globalThis.ran=1">',
  '<svg onload=globalThis.ran=1>',
  '"><script>globalThis.ran=1</script>',
  '" onmouseover="globalThis.ran=1" autofocus onfocus="ran=1',
  "' onfocus='globalThis.ran=1' autofocus='",
  '</style><script>globalThis.ran=1</script>',
  '</title></textarea><script>globalThis.ran=1</script>',
  '<iframe srcdoc="<script>top.ran=1</script>">',
  '&lt;script&gt;globalThis.ran=1&lt;/script&gt;',
  'javascript:globalThis.ran=1',
  '[x](javascript:globalThis.ran=1)',
  '{{constructor.constructor("globalThis.ran=1")()}}',
];

/** Each payload on a line of its own. */
export const ALL_PAYLOADS = PAYLOADS.join('\n');

let used = 0;
/** The next payload, for a name. */
export const payload = (): string => PAYLOADS[used++ % PAYLOADS.length] ?? '';
