import type { IntegrationProvider } from '../../../generated/prisma/client.ts';

/** Inputs of the functions below, which return a changed object as the audit trail names it. */
interface Named {
  id: string;
  name: string;
}
interface Addressed {
  id: string;
  email: string;
}

export const accessTokenTarget = ({ id, name }: Named) => ({ type: 'access_token', id, name });

export const appTarget = ({ id, name }: Named) => ({ type: 'connected_app', id, name });

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

/** A person without an account, who has no id: it is the address, too. */
export const visitorTarget = (email: string) => ({ type: 'visitor', id: email, name: email });

/** Named by host only, because the paths of receivers are often secret. */
export const webhookTarget = ({ id, url }: { id: string; url: string }) => ({
  type: 'webhook',
  id,
  name: new URL(url).host,
});
