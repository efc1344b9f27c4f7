import { useState } from 'react';
import { useMutation } from 'urql';
import { useApp } from '../app-context.ts';
import type { FirstCaptureFragment } from '../graphql-types.generated.ts';
import { fill } from '../i18n/languages.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { CaptureFirstPageDocument, CorrectSiteDocument, PermitPanelDocument } from './install.generated.ts';
import classes from './install.module.css';
import { addressOf, isSiteAddress, siteOf } from './site-address.ts';

interface Props {
  projectId: string;
  /** The environment whose address can be corrected here; undefined for none. */
  environmentId: string | undefined;
  /** Origins that may open the panel. */
  panelOrigins: readonly string[];
  snapshot: FirstCaptureFragment;
  onCaptured(): void;
}

/** The first picture of the site, or why there is none. Its place is kept while it is taken. */
export function FirstCapture({ projectId, environmentId, panelOrigins, snapshot, onCaptured }: Props) {
  const { messages } = useApp();
  const { status, url, error, imageUrl, httpStatus, isComplete, isCut, title } = snapshot;
  const hasProblem = httpStatus !== null && httpStatus >= 400;
  return (
    <figure className={classes.capture}>
      <div className={classes.frame}>
        {imageUrl ? <img className={classes.picture} src={imageUrl} alt={title ?? url} /> : null}
        {status === 'processing' && <p role="status">{messages.capturing}</p>}
        {status === 'failed' && <p role="alert">{fill(messages.captureFailed, { reason: error ?? '' })}</p>}
      </div>
      <figcaption className={classes.hint}>
        {url}
        {hasProblem && ` · ${fill(messages.captureStatus, { status: httpStatus })}`}
        {isComplete === false && ` · ${isCut ? messages.captureCut : messages.captureIncomplete}`}
      </figcaption>
      {(status === 'failed' || hasProblem) && environmentId && (
        <CorrectAddress {...{ projectId, environmentId, panelOrigins, url, onCaptured }} />
      )}
    </figure>
  );
}

/** Field with the address of a failed capture, which is captured again once it is corrected. */
function CorrectAddress({
  projectId,
  environmentId,
  panelOrigins,
  url,
  onCaptured,
}: Omit<Props, 'environmentId' | 'snapshot'> & { environmentId: string; url: string }) {
  const { messages } = useApp();
  const texts = useSettingsTexts();
  const [, correct] = useMutation(CorrectSiteDocument);
  const [, permitPanel] = useMutation(PermitPanelDocument);
  const [, capture] = useMutation(CaptureFirstPageDocument);
  const [typed, setTyped] = useState(url);
  return (
    <Form
      isNew
      saveLabel={texts.captureAgain}
      onSaved={onCaptured}
      onSave={async () => {
        if (!isSiteAddress(typed)) {
          return { message: texts.addressExample, fields: [{ path: 'url', message: texts.addressExample }] };
        }
        const base = siteOf(typed);
        const corrected = await correct({ id: environmentId, url: base });
        if (corrected.error) return corrected;
        const permitted = await permitPanel({ projectId, origins: withSite(panelOrigins, url, base) });
        if (permitted.error) return permitted;
        return capture({ projectId, url: addressOf(typed) });
      }}
    >
      <Field
        label={texts.correctAddress}
        name="url"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        inputMode="url"
        placeholder={messages.siteAddress}
        maxLength={2_048}
        required
      />
    </Form>
  );
}

/** Origins of the panel with that of the corrected address in place of the former one. */
const withSite = (origins: readonly string[], former: string, corrected: string): string[] => [
  ...new Set([...origins.filter((origin) => origin !== new URL(former).origin), new URL(corrected).origin]),
];
