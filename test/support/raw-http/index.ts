export { listenUntilFinished } from './listen.ts';
export { openRawConnection, type RawConnection } from './raw-connection.ts';
export { createRawSend } from './raw-send.ts';
export { writeGet, writePost } from './request-text.ts';
