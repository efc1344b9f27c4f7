import type { PinboundClient } from '../sdk/index.ts';
import type { Call } from './command.ts';
import { ServiceError, UsageError } from './world.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Returns the id of a comment that is named by its number in the project, or by its id.
 *
 * @throws UsageError, ServiceError
 */
export async function findAnnotation(client: PinboundClient, { settings }: Call, name: string): Promise<string> {
  if (UUID.test(name)) return name;
  const number = Number(name.replace(/^#/, ''));
  if (!Number.isSafeInteger(number) || number < 1) {
    throw new UsageError(`expected the number of a comment, such as 12, or its id`);
  }
  const projectId = settings.projectId();
  const { annotations } = await client.query({
    annotations: { $: { projectId, filter: { numbers: [number] }, first: 1 }, nodes: { id: true } },
  });
  const [found] = annotations?.nodes ?? [];
  if (!found) throw new ServiceError(`The project has no comment #${number}`);
  return found.id;
}
