import { useShell } from '../data/shell-context.ts';
import { useMembers } from '../data/use-members.ts';
import classes from './mention-text.module.css';

interface Props {
  text: string;
  /** Ids of the mentioned members. */
  mentions: readonly string[];
}

/** Text in which the names of the mentioned members are highlighted. */
export function MentionText({ text, mentions }: Props) {
  const { viewer } = useShell();
  const mentioned = useMembers()
    .filter(({ userId }) => mentions.includes(userId))
    .sort((a, b) => b.name.length - a.name.length);
  if (mentioned.length === 0) return text;
  return text.split(/(?=@)/).map((part, index) => {
    const member = mentioned.find(({ name }) => part.startsWith(`@${name}`));
    if (!member) return part;
    const end = member.name.length + 1;
    return [
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key
      <mark key={index} className={classes.mention} data-own={member.userId === viewer.id}>
        {part.slice(0, end)}
      </mark>,
      part.slice(end),
    ];
  });
}
