/** What the service calls the parts of a request, in words for the person at the form. */
const WORDS = { token: 'The link', email: 'The e-mail address', name: 'The name', password: 'The password' };
const inWords = (message) =>
  message.replace(/(^|; )(token|email|name|password): /g, (_, before, part) => `${before}${WORDS[part]} `);

/**
 * Posts JSON to the service. Throws an Error whose message is for the person at the form: what the service says is wrong, or
 * that it does not answer. What a proxy in between answers in its place is no answer of it.
 */
globalThis.post = async (path, body, accessToken) => {
  const headers = { 'content-type': 'application/json' };
  if (accessToken) headers.authorization = `Bearer ${accessToken}`;
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => null);
  const answer = await response?.json().catch(() => null);
  if (response?.ok && answer) return answer;
  throw new Error(answer?.message ? inWords(answer.message) : 'The service does not answer; try again.');
};
