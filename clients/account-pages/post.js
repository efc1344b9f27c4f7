/** Labels for the argument names in messages of the service. */
const LABELS = { token: 'The link', email: 'The e-mail address', name: 'The name', password: 'The password' };
const withLabels = (message) =>
  message.replace(/(^|; )(token|email|name|password): /g, (_, separator, name) => `${separator}${LABELS[name]} `);

/**
 * Posts JSON to the service.
 *
 * @throws Error with a message for people: the service's, or that the service does not respond; a
 *   proxy's error page counts as no response
 */
globalThis.post = async (path, body, accessToken) => {
  const headers = { 'content-type': 'application/json' };
  if (accessToken) headers.authorization = `Bearer ${accessToken}`;
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => null);
  const result = await response?.json().catch(() => null);
  if (response?.ok && result) return result;
  throw new Error(result?.message ? withLabels(result.message) : 'The service does not respond; try again.');
};
