/** How a client script is bundled: one closure, minified, for browsers of 2020; GraphQL documents as text. */
export const CLIENT_BUNDLE = /** @type {const} */ ({
  bundle: true,
  minify: true,
  format: 'iife',
  platform: 'browser',
  target: 'es2020',
  loader: { '.graphql': 'text' },
  legalComments: 'none',
  logLevel: 'warning',
});
