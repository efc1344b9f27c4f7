import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { nameServerLookup, resolveChecked } from '../../src/infrastructure/outbound/resolve-checked.ts';

const A = 1;

/** UDP name server that returns the next of these IPv4 addresses per query, and no IPv6 address. */
async function nameServer(...addresses: string[]): Promise<{ address: string; socket: Socket }> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  socket.on('message', (query, from) => {
    const questionEnd = query.indexOf(0, 12) + 5;
    const asked = query.readUInt16BE(questionEnd - 4);
    const given = asked === A ? addresses.shift() : undefined;
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt16BE(given ? 1 : 0, 6);
    header.writeUInt16BE(0, 10);
    const response = given
      ? Buffer.from([0xc0, 12, 0, A, 0, 1, 0, 0, 0, 0, 0, 4, ...given.split('.').map(Number)])
      : '';
    socket.send(
      Buffer.concat([header, query.subarray(12, questionEnd), Buffer.from(response)]),
      from.port,
      from.address,
    );
  });
  return { address: `127.0.0.1:${(socket.address() as AddressInfo).port}`, socket };
}

const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.close();
});

test('a name that changes from public to private is rejected from then on', async () => {
  const server = await nameServer('8.8.8.8', '127.0.0.1');
  open.push(server.socket);
  const options = { policy: 'public', lookup: nameServerLookup([server.address]) } as const;
  expect(await resolveChecked('rebind.example', options)).toEqual([{ address: '8.8.8.8', family: 4 }]);
  await expect(resolveChecked('rebind.example', options)).rejects.toMatchObject({ failure: 'refused' });
});

test.each([
  ['IPv4', 28],
  ['IPv6', A],
])(
  'a name without addresses of one family, while the other is left unanswered, is not one that does not exist: %s',
  async (_family, responded) => {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    open.push(socket);
    socket.on('message', (query, from) => {
      const questionEnd = query.indexOf(0, 12) + 5;
      const header = Buffer.from(query.subarray(0, 12));
      // No records for one family, a server failure for the other.
      header.writeUInt16BE(query.readUInt16BE(questionEnd - 4) === responded ? 0x8180 : 0x8182, 2);
      header.writeUInt16BE(0, 10);
      socket.send(Buffer.concat([header, query.subarray(12, questionEnd)]), from.port, from.address);
    });
    const lookup = nameServerLookup([`127.0.0.1:${(socket.address() as AddressInfo).port}`]);
    await expect(resolveChecked('half.example', { policy: 'public', lookup })).rejects.toMatchObject({
      failure: 'unresolved',
      message: 'half.example could not be resolved: its name servers did not respond',
    });
  },
);

test('an unresponsive name server delays its own name only', async () => {
  const silent = createSocket('udp4');
  silent.bind(0, '127.0.0.1');
  await once(silent, 'listening');
  const server = await nameServer('8.8.8.8');
  open.push(silent, server.socket);
  const dead = nameServerLookup([`127.0.0.1:${(silent.address() as AddressInfo).port}`]);
  const stuck = Array.from({ length: 50 }, (_, n) =>
    resolveChecked(`dead-${n}.example`, { policy: 'public', lookup: dead, timeoutMs: 3_000 }),
  );
  const failures = Promise.allSettled(stuck);
  const well = resolveChecked('well.example', { policy: 'public', lookup: nameServerLookup([server.address]) });
  await expect(Promise.race([well, ...stuck])).resolves.toEqual([{ address: '8.8.8.8', family: 4 }]);
  for (const failure of await failures) {
    expect(failure).toMatchObject({ status: 'rejected', reason: { failure: 'unresolved' } });
  }
});
