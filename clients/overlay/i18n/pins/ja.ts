import type { PinMessages } from '../messages.ts';

const JA: PinMessages = {
  list: 'このページのコメント: {n}件',
  listFailed: 'コメントの読込エラー',
  pin: 'コメント{n}、{status}、返信{m}件: {text}',
  cluster: '近くに{n}件のコメント',
  answered: '新しい返信',
  waitingRow: '未送信',
  open: '未対応',
  in_progress: '対応中',
  resolved: '解決済み',
};

export default JA;
