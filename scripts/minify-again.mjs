import { minify } from 'rolldown/utils';

/**
 * Minifies what esbuild has minified: this inlines variables and joins statements, which saves
 * 1.5 KB of the overlay and 10 KB of the dashboard after compression.
 *
 * @param {string} name
 * @param {string} text
 * @param {{ target: string, module: boolean }} options
 * @returns {Promise<string>}
 */
export async function minifyAgain(name, text, { target, module }) {
  const { code, errors } = await minify(name, text, { module, compress: { target } });
  if (errors.length > 0) throw new AggregateError(errors, `${name} was not minified.`);
  return code;
}
