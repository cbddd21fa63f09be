import { stem } from 'porter2';

/** Words of everyday work that callers and catalogs use for one another; a line is a group. */
const GROUPS = `
send mail email deliver
message chat sms
remove delete erase drop
create add make generate build
update edit modify change alter
list enumerate
search find lookup discover seek
fetch retrieve read load obtain download
upload attach
picture image photo
file document
folder directory
movie film
song track music
buy purchase order shop
price cost fee
pay payment
money currency
weather forecast temperature
travel trip vacation
hotel accommodation lodging
flight airline airport
restaurant dining eat
job career employment vacancy
recipe cook meal ingredient
user member account
person people actor
company business firm organization
chart graph plot diagram
location place address position
nearby near around
route direction navigate
website site webpage url link
issue bug ticket
schedule calendar appointment meeting event
remember memory note
run execute launch start
stop cancel terminate
compute calculate
convert transform
summarize summary
history past log
compare difference diff
rename move
kid child children
law legal contract
news headline
paper academic research scholarly
learn study education course teach
health medical doctor
exercise workout fitness
suggest recommend
similar related alike
popular trending
rating review
task todo
clock time hour
team group
book novel
car vehicle
house home property apartment
stock share ticker
crypto bitcoin cryptocurrency
question answer
code program script
text content
improve optimize enhance
detail information metadata
`;

const OF = new Map<string, readonly string[]>();
for (const line of GROUPS.trim().split('\n')) {
  const stems = [...new Set(line.split(' ').map(stem))];
  for (const each of stems) OF.set(each, [...(OF.get(each) ?? []), ...stems.filter((other) => other !== each)]);
}

/** Stems that may stand for a stem; none for most. */
export const synonymsOf = (term: string): readonly string[] => OF.get(term) ?? [];
