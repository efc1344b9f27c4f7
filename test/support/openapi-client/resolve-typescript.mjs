const API = new URL('./typescript-api.mjs', import.meta.url).href;

/**
 * Hook of module resolution that gives a generator the compiler API that it was written for.
 *
 * @type {import('node:module').ResolveHook}
 */
export const resolve = (specifier, context, next) => next(specifier === 'typescript' ? API : specifier, context);
