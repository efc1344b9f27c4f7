import type { IntegrationProvider } from '../../../generated/prisma/client.ts';

/** What can be changed, as it is given; each function tells how the audit trail names it. */
interface Named {
  id: string;
  name: string;
}
interface Addressed {
  id: string;
  email: string;
}

export const environmentTarget = ({ id, name }: Named) => ({ type: 'environment', id, name });

export const integrationTarget = ({ id, name, provider }: Named & { provider: IntegrationProvider }) => ({
  type: 'integration',
  id,
  name: `${name} (${provider})`,
});

export const invitationTarget = ({ id, email }: Addressed) => ({ type: 'invitation', id, name: email });

export const memberTarget = ({ id, email }: Addressed) => ({ type: 'member', id, name: email });

export const organizationTarget = ({ id, name }: Named) => ({ type: 'organization', id, name });

export const projectTarget = ({ id, name }: Named) => ({ type: 'project', id, name });

/** By its host, because paths of receivers often are secrets. */
export const webhookTarget = ({ id, url }: { id: string; url: string }) => ({
  type: 'webhook',
  id,
  name: new URL(url).host,
});
