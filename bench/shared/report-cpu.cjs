// Loaded before a measured program (`node --require`): reports to its parent how much CPU time the process, with all of its
// threads, has used. It does not keep the process alive. Other questions wait for `answerQuestions` in child.js.
const early = [];
let answerOthers = (message) => early.push(message);

process.on('message', (message) => {
  if (message.question !== 'cpu') return answerOthers(message);
  const { user, system } = process.cpuUsage();
  process.send({ id: message.id, answer: user + system });
});
process.channel.unref();

globalThis.answerOtherQuestions = (answer) => {
  answerOthers = answer;
  early.forEach(answer);
};
