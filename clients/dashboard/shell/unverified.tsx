import { X } from 'lucide-react';
import { useState } from 'react';
import { useMutation } from 'urql';
import { useApp } from '../app-context.ts';
import { RequestEmailVerificationDocument } from '../data/viewer.generated.ts';
import { fill } from '../i18n/languages.ts';
import { Button } from '../ui/button.tsx';
import { useReport } from '../ui/report.ts';
import classes from './unverified.module.css';

/** Key of the choice to hide the bar in this browser. */
const HIDDEN = 'pinbound.unverified-hidden';
/** Domains that no mail can reach, such as that of the demo (RFC 2606). */
const UNREACHABLE = /[.@](example(\.(com|net|org))?|test|invalid|localhost)$/;

/**
 * Bar for a user without a verified address, who gets no mails: with the mail that verifies it, or
 * with the setting that is missing.
 */
export function Unverified({ email, sendsMail }: { email: string; sendsMail: boolean }) {
  const { messages } = useApp();
  const report = useReport();
  const [{ fetching, data }, send] = useMutation(RequestEmailVerificationDocument);
  const [isHidden, setHidden] = useState(() => localStorage.getItem(HIDDEN) === email);
  if (isHidden || UNREACHABLE.test(email)) return null;
  return (
    <div className={classes.bar}>
      <p>{fill(sendsMail ? messages.unverified : messages.noMails, { email })}</p>
      {sendsMail && (
        <Button
          disabled={fetching || Boolean(data)}
          onClick={() => void send({}).then((result) => report(result, messages.verificationSent))}
        >
          {messages.sendVerification}
        </Button>
      )}
      <Button
        kind="quiet"
        aria-label={messages.hide}
        title={messages.hide}
        onClick={() => {
          localStorage.setItem(HIDDEN, email);
          setHidden(true);
        }}
      >
        <X size={16} aria-hidden="true" />
      </Button>
    </div>
  );
}
