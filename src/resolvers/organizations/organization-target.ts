/** An organization, as the audit trail names it. */
export const organizationTarget = ({ id, name }: { id: string; name: string }) => ({ type: 'organization', id, name });
