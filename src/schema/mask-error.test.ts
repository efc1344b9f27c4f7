import { expect, test } from 'vitest';
import { StorageUnavailable } from '../infrastructure/storage/object-storage.ts';
import { createLogger } from '../infrastructure/telemetry/logger.ts';
import { maskError } from './mask-error.ts';

const source = { requestId: 'request-1', logger: createLogger('silent') };

test('an image storage that does not respond is answered with the time of a retry', () => {
  const refused = Object.assign(new Error(''), { code: 'ECONNREFUSED' });
  const error = new StorageUnavailable(refused);
  expect(error.message).toBe('the image storage cannot serve: ECONNREFUSED');
  expect(maskError(error, source).toJSON()).toMatchObject({
    message: 'The image storage is unavailable; retry after 5 seconds',
    extensions: { code: 'UNAVAILABLE', retryAfterSeconds: 5 },
  });
});
