import { TriangleAlert } from 'lucide-react';
import type { FirstCaptureFragment, ScriptObstacle } from '../graphql-types.generated.ts';
import { fill } from '../i18n/languages.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { pathOf } from '../ui/page-path.ts';
import classes from './install.module.css';

const TEXTS = {
  script_source: 'obstacleScriptSource',
  script_nonce: 'obstacleScriptNonce',
  connections: 'obstacleConnections',
  panel: 'obstaclePanel',
  sandbox: 'obstacleSandbox',
  frame: 'obstacleFrame',
} as const satisfies Record<ScriptObstacle, string>;

/** Reasons why the scripts would not work on the captured page, and what to do about each. */
export function ScriptObstacles({ snapshot: { url, scriptObstacles } }: { snapshot: FirstCaptureFragment }) {
  const texts = useSettingsTexts();
  const page = pathOf(url);
  if (scriptObstacles.length === 0) return <p className={classes.hint}>{fill(texts.noObstacles, { page })}</p>;
  return (
    <div role="alert" className={classes.obstacles}>
      <p>
        <TriangleAlert size={16} aria-hidden="true" />
        {fill(texts.obstacles, { page })}
      </p>
      <ul>
        {scriptObstacles.map((obstacle) => (
          <li key={obstacle}>{texts[TEXTS[obstacle]]}</li>
        ))}
      </ul>
    </div>
  );
}
