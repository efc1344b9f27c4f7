import { useApp } from '../app-context.ts';
import { fill } from '../i18n/languages.ts';
import { momentOf } from '../i18n/moment.ts';

interface Props {
  claim: { name: string; until: string } | null | undefined;
  className: string | undefined;
}

/** Name of who works on a comment, and until when; nothing once that is over. */
export function Claim({ claim, className }: Props) {
  const { messages, language } = useApp();
  if (!claim || Date.parse(claim.until) <= Date.now()) return null;
  const time = momentOf(claim.until, language);
  return <span className={className}>{fill(messages.claimedUntil, { name: claim.name, time })}</span>;
}
