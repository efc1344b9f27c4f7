/** A webhook, as the audit trail names it: by its host, because paths of receivers often are secrets. */
export const webhookTarget = ({ id, url }: { id: string; url: string }) => ({
  type: 'webhook',
  id,
  name: new URL(url).host,
});
