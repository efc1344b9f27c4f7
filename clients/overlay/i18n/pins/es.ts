import type { PinMessages } from '../messages.ts';

const ES: PinMessages = {
  list: 'Comentarios en esta página: {n}',
  listFailed: 'No se pudieron cargar los comentarios',
  pin: 'Comentario {n}, {status}, respuestas: {m}: {text}',
  cluster: '{n} comentarios muy juntos',
  answered: 'Nueva respuesta',
  waitingRow: 'Aún sin enviar',
  open: 'Abierto',
  in_progress: 'En curso',
  resolved: 'Resuelto',
};

export default ES;
