// progress.js - which lessons are done, and whether the invitation was seen: the browser remembers.

const DONE = "demesne.learned",
  INVITED = "demesne.invited";

function read(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // the browser keeps nothing of this page
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // It will ask again next time.
  }
}

export const doneLessons = () => new Set((read(DONE) || "").split(",").filter(Boolean));
export const markDone = (id) => write(DONE, [...doneLessons().add(id)].join(","));
export const wasInvited = () => read(INVITED) !== null || doneLessons().size > 0;
export const noteInvited = () => write(INVITED, "yes");
