// Serves the page of this folder: node serve.mjs [PORT]
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';

const port = Number(process.argv[2] ?? 4100);
const server = createServer(async (request, response) => {
  if (request.url !== '/' && !request.url?.startsWith('/?')) return response.writeHead(404).end('Not found');
  const page = await readFile(new URL('index.html', import.meta.url));
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(page);
});
server.on('error', (error) => {
  process.stderr.write(`The port ${port} cannot be used: ${error.message}. Choose another one: node serve.mjs 4200\n`);
  process.exitCode = 1;
});
server.listen(port, '127.0.0.1', () => {
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  process.stdout.write(`The shop is at http://127.0.0.1:${address.port}/\n`);
});
