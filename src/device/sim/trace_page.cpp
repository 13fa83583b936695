// The timeline's page: HTML, style and script in one string, so that the saved file needs nothing else.
//
// Above, the machine as boxes, lit while they work, with each command a dot that travels from box to box; below, the same
// time as rows of spans with a cursor that moves. Tested by tests/sim/test_page.py in a real browser.
// SPDX-License-Identifier: MIT
#include "device/sim/trace_page.h"

namespace vgpu::sim {

const char* const kTracePage = R"page(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>vGPU sim: timeline</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
:root{--bg:#fbfbfd;--fg:#1c2230;--dim:#69718a;--line:#d9dde8;--box:#fff;--lit:#fff4d6;--cursor:#c2255c}
@media (prefers-color-scheme:dark){:root{--bg:#12151d;--fg:#e6e9f2;--dim:#8e97b0;--line:#2d3446;--box:#1a1f2b;--lit:#3a3114;--cursor:#ff6b9d}}
*{box-sizing:border-box}
body{margin:0;padding:16px 20px;background:var(--bg);color:var(--fg);font:14px/1.45 system-ui,sans-serif}
h1{font-size:20px;margin:0 0 2px}p{margin:2px 0 10px;color:var(--dim);max-width:110ch}
#facts{display:flex;flex-wrap:wrap;gap:8px;margin:8px 0 12px}
.fact{border:1px solid var(--line);border-radius:8px;padding:6px 12px;background:var(--box)}
.fact b{display:block;font-size:17px;font-variant-numeric:tabular-nums}.fact span{color:var(--dim);font-size:12px}
svg,canvas{display:block;width:100%;border:1px solid var(--line);border-radius:8px;background:var(--box)}
#bar{display:flex;gap:10px;align-items:center;margin:12px 0 8px;flex-wrap:wrap}
button,select{font:inherit;padding:5px 14px;border:1px solid var(--line);border-radius:7px;background:var(--box);color:var(--fg);cursor:pointer}
#scrub{flex:1;min-width:160px}#clock{font-variant-numeric:tabular-nums;min-width:22ch;text-align:right}
#tip{position:fixed;display:none;pointer-events:none;background:var(--fg);color:var(--bg);padding:6px 10px;border-radius:7px;font-size:12.5px;max-width:44ch;z-index:2;white-space:pre-line}
#keys{display:flex;gap:14px;flex-wrap:wrap;margin:8px 0;color:var(--dim);font-size:12.5px}
#keys i{display:inline-block;width:12px;height:12px;border-radius:3px;margin-right:5px;vertical-align:-1px}
details{margin-top:12px}table{border-collapse:collapse}td,th{padding:2px 14px 2px 0;text-align:left;font-size:13px}td.n{text-align:right;font-variant-numeric:tabular-nums}
text{font:13px system-ui,sans-serif;fill:var(--fg)}text.small{font-size:11px;fill:var(--dim)}
rect.part{fill:var(--box);stroke:var(--line);stroke-width:1.5}rect.part.on{fill:var(--lit);stroke:#e8a200;stroke-width:2.5}
path.wire{stroke:var(--line);stroke-width:2;fill:none}
</style></head><body>
<h1>vGPU sim: what the simulated GPU did</h1>
<p>The host writes packets into a <b>ring</b> and rings its <b>doorbell</b>; the <b>command processor</b> fetches them and gives each to an engine: a
<b>copy engine</b> or the <b>compute units</b>. A <b>fence</b> behind them tells the host, by an interrupt, that they are done. Boxes glow while
they work; dots are commands on their way. All times are simulated.</p>
<div id="facts"></div>
<svg id="machine" viewBox="0 0 1120 236" role="img" aria-label="The parts of the machine"></svg>
<div id="bar"><button id="play" title="space bar">&#9654; Play</button>
<label>Speed <select id="speed"><option value="60">slow</option><option value="20" selected>normal</option><option value="7">fast</option></select></label>
<input id="scrub" type="range" min="0" max="10000" value="0" aria-label="time"><span id="clock"></span>
<button id="fit" title="whole timeline">Fit</button></div>
<canvas id="rows" height="300"></canvas>
<div id="keys"></div>
<p>Wheel: zoom. Drag: move. Click: set the cursor. Space: play or pause. Point at a span to see what it is.</p>
<details><summary>The clock's model</summary><table id="model"></table></details>
<div id="tip"></div>
<script>
const D=@DATA@;
const $=id=>document.getElementById(id),NS="http://www.w3.org/2000/svg";
const KINDS=[["host","host and doorbells","#5b6b8c"],["queue","a ring's command, until it is done","#b9c0d0"],["fetch","fetch and fences","#8457c9"],
 ["in","copy host to device","#1f83d6"],["out","copy device to host","#0aa28c"],["fill","copy or fill inside","#7aa5c9"],
 ["run","kernel","#e8811a"],["irq","interrupt","#c2255c"],["fault","fault","#d92020"]];
const COLOR=Object.fromEntries(KINDS.map(k=>[k[0],k[2]]));
function kind(lane,name){if(name.startsWith("fault"))return"fault";if(lane=="host"||lane=="doorbell")return"host";
 if(lane.startsWith("ring"))return"queue";if(lane=="cp")return"fetch";if(lane=="copy out")return"out";
 if(lane=="copy in")return name.startsWith("copy host")?"in":"fill";if(lane=="interrupt")return"irq";return"run"}
const E=D.events.map(e=>({lane:D.lanes[e[0]],name:D.names[e[1]],t:e[2],d:e[3],ring:e[4],bytes:e[5],groups:e[6],command:e[7]}));
E.forEach(e=>e.kind=kind(e.lane,e.name));
const END=Math.max(1,...E.map(e=>e.t+e.d).filter(x=>x>0));
function order(l){const f=["host","doorbell"];if(f.includes(l))return f.indexOf(l);const n=+(l.split(" ")[1])||0;if(l.startsWith("ring"))return 10+n;
 const g=["cp","copy in","compute","copy out","interrupt"];if(g.includes(l))return 50+g.indexOf(l);return 100+n}
const LABEL={host:"host",doorbell:"doorbell",cp:"command processor","copy in":"copy engine 0",compute:"compute","copy out":"copy engine 1",interrupt:"interrupts"};
let lanes=[...new Set(E.map(e=>e.lane))].sort((a,b)=>order(a)-order(b));
const byLane=Object.fromEntries(lanes.map(l=>[l,E.filter(e=>e.lane==l)]));
const time=p=>p>=1e9?(p/1e9).toFixed(3)+" ms":p>=1e6?(p/1e6).toFixed(2)+" µs":(p/1e3).toFixed(0)+" ns";
const size=b=>b>=1<<30?(b/(1<<30)).toFixed(2)+" GiB":b>=1<<20?(b/(1<<20)).toFixed(2)+" MiB":b>=1024?(b/1024).toFixed(1)+" KiB":b+" B";
/* facts */
const total=k=>E.filter(e=>e.kind==k&&!e.lane.startsWith("unit")).reduce((s,e)=>s+e.d,0);
const bytes=k=>E.filter(e=>e.kind==k).reduce((s,e)=>s+e.bytes,0);
const unitLanes=lanes.filter(l=>l.startsWith("unit")),units=(D.model.find(m=>m[0]=="units")||[0,1])[1];
const unitTime=unitLanes.reduce((s,l)=>s+byLane[l].reduce((a,e)=>a+e.d,0),0);
for(const[b,s]of[[time(END),"simulated time"],[E.filter(e=>e.lane=="compute").length,"launches"],[size(bytes("in")),"to the device in "+time(total("in"))],
 [size(bytes("out")),"back in "+time(total("out"))],[(100*unitTime/units/END).toFixed(1)+" %","compute units busy"],[E.filter(e=>e.kind=="fault").length,"faults"]]){
 const f=document.createElement("div");f.className="fact";f.innerHTML="<b></b><span></span>";f.firstChild.textContent=b;f.lastChild.textContent=s;$("facts").append(f)}
/* the machine */
const svg=$("machine");function el(n,a,t){const e=document.createElementNS(NS,n);for(const k in a)e.setAttribute(k,a[k]);if(t!=null)e.textContent=t;svg.append(e);return e}
const PART={host:[20,84,130,66,"Host","calls, waits"],ring:[216,84,130,66,"Rings","packets in memory"],cp:[412,84,150,66,"Command processor","fetch, fence"],
 "copy in":[640,14,150,54,"Copy engine 0","host to device"],compute:[640,90,150,54,"Compute","launches"],"copy out":[640,166,150,54,"Copy engine 1","device to host"],memory:[1000,14,104,206,"Memory","of the device"]};
const mid=p=>{const[x,y,w,h]=PART[p];return[x+w/2,y+h/2]};
for(const[a,b]of[["host","ring"],["ring","cp"],["cp","copy in"],["cp","compute"],["cp","copy out"],["copy in","memory"],["copy out","memory"]]){
 const[x,y]=mid(a),[u,v]=mid(b);el("path",{class:"wire",d:`M${x},${y}L${u},${v}`})}
el("path",{class:"wire",d:`M${mid("cp")[0]},150V206H85V150`,"stroke-dasharray":"5 4"});el("text",{x:214,y:200,class:"small"},"fence and interrupt");
const rect={};for(const p in PART){const[x,y,w,h,t,s]=PART[p];rect[p]=el("rect",{class:"part",x,y,width:w,height:h,rx:9});
 el("text",{x:x+w/2,y:y+h/2-2,"text-anchor":"middle"},t);el("text",{x:x+w/2,y:y+h/2+15,"text-anchor":"middle",class:"small"},s)}
const shown=Math.min(units,64),cell=Math.min(20,Math.floor(180/Math.ceil(shown/8))),unitRect=[];
el("text",{x:820,y:84,class:"small"},units+" units");
for(let i=0;i<shown;i++)unitRect.push(el("rect",{class:"part",x:820+(i%8)*20,y:92+Math.floor(i/8)*Math.min(20,cell),width:16,height:Math.min(16,cell-3),rx:3}));
const dots=el("g",{});
function active(l,t){const a=byLane[l];if(!a)return null;let lo=0,hi=a.length;while(lo<hi){const m=lo+hi>>1;if(a[m].t<=t)lo=m+1;else hi=m}
 for(let i=lo-1;i>=0&&i>lo-40;i--)if(t<a[i].t+Math.max(a[i].d,1))return a[i];return null}
function drawMachine(t){
 for(const p of["host","cp","copy in","compute","copy out"])rect[p].classList.toggle("on",!!active(p,t));
 const q=lanes.filter(l=>l.startsWith("ring")).some(l=>active(l,t))||!!active("doorbell",t);rect.ring.classList.toggle("on",q);
 const m=active("copy in",t)||active("copy out",t)||active("compute",t);rect.memory.classList.toggle("on",!!m);
 for(let i=0;i<shown;i++)unitRect[i].classList.toggle("on",!!active("unit "+i,t));
 dots.replaceChildren();
 const go=(a,b,e,back)=>{if(!e)return;const f=Math.min(1,(t-e.t)/Math.max(e.d,1)),[x,y]=a,[u,v]=b;const c=document.createElementNS(NS,"circle");
  c.setAttribute("cx",x+(u-x)*f);c.setAttribute("cy",y+(v-y)*f);c.setAttribute("r",6);c.setAttribute("fill",COLOR[e.kind]);dots.append(c)};
 go(mid("host"),mid("ring"),active("doorbell",t));go(mid("ring"),mid("cp"),active("cp",t));
 const i=active("copy in",t);go(mid("copy in"),mid("memory"),i);const o=active("copy out",t);go(mid("memory"),mid("copy out"),o);
 const irq=active("interrupt",t);go([mid("cp")[0],206],[85,206],irq)}
/* the rows */
const cv=$("rows"),cx=cv.getContext("2d"),LEFT=150,TOP=26,high=l=>l.startsWith("unit")?12:22,Y={};let bottom=TOP;for(const l of lanes){Y[l]=bottom;bottom+=high(l)}
const laneAt=y=>lanes.find(l=>y>=Y[l]&&y<Y[l]+high(l));let view=[0,END],now=0,playing=false;
const css=n=>getComputedStyle(document.documentElement).getPropertyValue(n).trim();
function drawRows(){const r=devicePixelRatio||1,W=cv.clientWidth,H=bottom+8;cv.style.height=H+"px";if(cv.width!=W*r||cv.height!=H*r){cv.width=W*r;cv.height=H*r}
 cx.setTransform(r,0,0,r,0,0);cx.clearRect(0,0,W,H);cx.font="12px system-ui,sans-serif";cx.textBaseline="middle";
 const s=(W-LEFT-12)/(view[1]-view[0]),X=t=>LEFT+(t-view[0])*s,dim=css("--dim"),line=css("--line"),fg=css("--fg");
 let step=10**Math.floor(Math.log10((view[1]-view[0])/6));for(const m of[5,2])if((view[1]-view[0])/(step*m)>=5){step*=m;break}
 for(let t=Math.ceil(view[0]/step)*step;t<=view[1];t+=step){cx.strokeStyle=line;cx.beginPath();cx.moveTo(X(t),TOP-6);cx.lineTo(X(t),H);cx.stroke();cx.fillStyle=dim;cx.fillText(time(t),X(t)+3,10)}
 lanes.forEach((l,i)=>{const y=Y[l],ROW=high(l);cx.fillStyle=i%2?"transparent":line+"55";cx.fillRect(0,y,W,ROW);cx.font=(ROW<20?10:12)+"px system-ui,sans-serif";cx.fillStyle=fg;cx.fillText(LABEL[l]||l,10,y+ROW/2)});cx.font="12px system-ui,sans-serif";
 cx.save();cx.beginPath();cx.rect(LEFT,TOP,W-LEFT,H);cx.clip();
 lanes.forEach(l=>{const y=Y[l],ROW=high(l),inset=ROW<20?1.5:3;let last=-9;for(const e of byLane[l]){if(e.t+e.d<view[0])continue;if(e.t>view[1])break;const x=X(e.t),w=Math.max(1.5,e.d*s);
  if(x+w<last+.5)continue;last=x+w;cx.fillStyle=COLOR[e.kind];cx.globalAlpha=e.kind=="queue"?.75:1;cx.fillRect(x,y+inset,w>4?w-1:w,ROW-2*inset);cx.globalAlpha=1;
  if(w>46&&ROW>20){const a=Math.max(x,LEFT);cx.save();cx.beginPath();cx.rect(a,y,x+w-a-3,ROW);cx.clip();cx.fillStyle=e.kind=="queue"?"#1c2230":"#fff";cx.fillText(e.name,a+5,y+ROW/2);cx.restore()}}});
 cx.strokeStyle=css("--cursor");cx.lineWidth=2;cx.beginPath();cx.moveTo(X(now),TOP-8);cx.lineTo(X(now),H);cx.stroke();cx.restore();cx.lineWidth=1}
function draw(){drawMachine(now);drawRows();$("clock").textContent=time(now)+" of "+time(END);$("scrub").value=10000*now/END}
function setPlaying(p){playing=p;$("play").innerHTML=p?"&#10073;&#10073; Pause":"&#9654; Play";last=null;if(p){if(now>=END)now=0;requestAnimationFrame(tick)}}
let last=null;function tick(ms){if(!playing)return;if(last!=null){now=Math.min(END,now+END*(ms-last)/1000/+$("speed").value);
 if(now>view[1]||now<view[0]){const w=view[1]-view[0];view=[Math.max(0,now-w*.1),Math.max(0,now-w*.1)+w]}}last=ms;draw();if(now>=END)setPlaying(false);else requestAnimationFrame(tick)}
$("play").onclick=()=>setPlaying(!playing);$("scrub").oninput=e=>{now=END*e.target.value/10000;draw()};$("fit").onclick=()=>{view=[0,END];draw()};
addEventListener("keydown",e=>{if(e.code=="Space"&&e.target.tagName!="BUTTON"){e.preventDefault();setPlaying(!playing)}});
const at=x=>view[0]+(x-LEFT)*(view[1]-view[0])/(cv.clientWidth-LEFT-12);
cv.addEventListener("wheel",e=>{e.preventDefault();const c=at(e.offsetX),f=e.deltaY>0?1.25:.8;let w=Math.min(END,Math.max(1000,(view[1]-view[0])*f));
 let a=c-(c-view[0])*w/(view[1]-view[0]);a=Math.min(Math.max(0,a),END-w);view=[a,a+w];draw()},{passive:false});
let drag=null;cv.onpointerdown=e=>{drag={x:e.offsetX,v:[...view],moved:false};cv.setPointerCapture(e.pointerId)};
cv.onpointerup=e=>{if(drag&&!drag.moved){now=Math.min(END,Math.max(0,at(e.offsetX)));draw()}drag=null};
cv.onpointermove=e=>{if(drag){const w=drag.v[1]-drag.v[0],m=(drag.x-e.offsetX)*w/(cv.clientWidth-LEFT);if(Math.abs(drag.x-e.offsetX)>3)drag.moved=true;
  if(drag.moved){const a=Math.min(Math.max(0,drag.v[0]+m),END-w);view=[a,a+w];draw()}return}
 const l=laneAt(e.offsetY),t=at(e.offsetX),slack=(view[1]-view[0])/cv.clientWidth*3,f=l&&byLane[l].find(v=>t>=v.t-slack&&t<=v.t+v.d+slack),tip=$("tip");
 if(!f){tip.style.display="none";return}tip.style.display="block";tip.style.left=Math.min(e.clientX+14,innerWidth-340)+"px";tip.style.top=e.clientY+16+"px";
 tip.textContent=f.name+"\n"+time(f.t)+" to "+time(f.t+f.d)+" ("+time(f.d)+")\nring "+f.ring+(f.bytes?", "+size(f.bytes):"")+(f.groups?", "+f.groups+" groups":"")};
cv.onpointerleave=()=>$("tip").style.display="none";
for(const[k,t,c]of KINDS){if(!E.some(e=>e.kind==k))continue;const s=document.createElement("span");s.innerHTML='<i style="background:'+c+'"></i>';s.append(t);$("keys").append(s)}
for(const m of D.model){const r=$("model").insertRow();r.insertCell().textContent=m[0];const c=r.insertCell();c.className="n";c.textContent=m[1]+" "+m[2];r.insertCell().textContent=m[3]}
addEventListener("resize",draw);matchMedia("(prefers-color-scheme:dark)").addEventListener("change",draw);
if(location.hash.startsWith("#t=")){now=Math.min(END,END*parseFloat(location.hash.slice(3)));draw()}else{draw();if(!matchMedia("(prefers-reduced-motion:reduce)").matches)setPlaying(true)}
document.body.dataset.ready=E.length;
</script></body></html>
)page";

}  // namespace vgpu::sim
