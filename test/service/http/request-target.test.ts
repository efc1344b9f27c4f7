import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { useTestApp } from '../../support/use-test-app.ts';

const app = useTestApp();

test.each([
  ['GET', '/healthz', 200],
  ['GET', '/auth/me?x=//y', 401],
  ['GET', '/graphql?query={__typename}', 200],
  ['GET', '/nothing', 404],
  ['GET', '?x', 200],
  ['POST', '/v1/collect', 401],
])('%s http://host%s responds like without a host: %i', async (method, target, status) => {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  const head = [`${method} http://host${target} HTTP/1.1`, 'host: host', 'content-length: 2', 'connection: close'];
  socket.write(`${[...head, 'content-type: application/json'].join('\r\n')}\r\n\r\n{}`);
  const [response] = await once(socket, 'data');
  expect(String(response)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  socket.destroy();
});
