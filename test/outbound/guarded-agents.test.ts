import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOutboundClient } from '../../src/infrastructure/outbound/client.ts';
import { DISGUISED_HOSTS, FORBIDDEN_ADDRESSES } from '../support/addresses.ts';
import { type Receiver, startReceiver } from '../support/servers/receiver.ts';

/** Receiver on loopback: a request that reaches it has bypassed the guard. */
let canary: Receiver;
beforeAll(async () => {
  canary = await startReceiver();
});
afterAll(async () => {
  expect(canary.connections()).toBe(0);
  await canary.close();
});

const rejected = { name: 'OutboundError', failure: 'refused' };
const nameOf =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

describe('under the policy public, no connection is made', () => {
  test.each(FORBIDDEN_ADDRESSES)('to a name with the address %s', async (address) => {
    const client = createOutboundClient({ policy: 'public', lookup: nameOf(address) });
    for (const scheme of ['http', 'https']) {
      const url = `${scheme}://inside.example:${canary.port}/`;
      await expect(client.send({ url })).rejects.toMatchObject(rejected);
    }
    client.close();
  });

  test.each(FORBIDDEN_ADDRESSES.filter((address) => !address.includes('%')))('to the literal %s', async (address) => {
    const host = address.includes(':') ? `[${address}]` : address;
    const client = createOutboundClient({ policy: 'public' });
    for (const scheme of ['http', 'HTTPS']) {
      await expect(client.send({ url: `${scheme}://${host}:${canary.port}/` })).rejects.toMatchObject(rejected);
    }
    client.close();
  });

  test.each(DISGUISED_HOSTS)('to http://%s/', async (host) => {
    const client = createOutboundClient({ policy: 'public' });
    await expect(client.send({ url: `http://${host}:${canary.port}/` })).rejects.toMatchObject(rejected);
    client.close();
  });

  test('to a name that has public addresses and a private one', async () => {
    const client = createOutboundClient({ policy: 'public', lookup: nameOf('192.0.43.8', '127.0.0.1') });
    await expect(client.send({ url: `http://mixed.example:${canary.port}/` })).rejects.toMatchObject(rejected);
    client.close();
  });

  test('after a second lookup: each connection performs exactly one', async () => {
    let lookups = 0;
    const lookup = async () => {
      lookups += 1;
      return [{ address: '127.0.0.1', family: 4 }];
    };
    const client = createOutboundClient({ policy: 'public', lookup });
    for (let call = 1; call <= 3; call += 1) {
      await expect(client.send({ url: `http://rebind.example:${canary.port}/` })).rejects.toMatchObject(rejected);
      expect(lookups).toBe(call);
    }
    client.close();
  });
});

test('the dialed address is the checked one, not that of another lookup', async () => {
  const receiver = await startReceiver();
  let lookups = 0;
  const client = createOutboundClient({
    policy: 'open',
    lookup: async () => {
      lookups += 1;
      return [{ address: lookups === 1 ? '127.0.0.1' : '192.0.2.1', family: 4 }];
    },
  });
  expect((await client.send({ url: `http://rebind.example:${receiver.port}/` })).status).toBe(204);
  expect((await client.send({ url: `http://rebind.example:${receiver.port}/` })).status).toBe(204);
  expect([lookups, receiver.connections()]).toEqual([1, 1]);
  client.close();
  await receiver.close();
});
